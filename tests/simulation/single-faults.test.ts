import { beforeAll, expect, test } from "vitest";
import { faultKinds } from "./faults.js";
import { fixedStories } from "./fixed-stories.js";
import { playSingleFault, singleFaults, type SingleFault } from "./single-faults.js";

/** One of so many is tried; `npm run simulate -- --faults` tries them all. */
const oneOf = 15;

let all: readonly SingleFault[] = [];
beforeAll(async () => {
  all = await singleFaults();
});

test("there is every kind of fault, in every story", () => {
  expect(new Set(all.map(({ fault }) => fault.kind))).toEqual(new Set(faultKinds));
  expect(new Set(all.map(({ name }) => name))).toEqual(new Set(Object.keys(fixedStories)));
  expect(all.length).toBeGreaterThan(4_000);
});

test.each(Object.keys(fixedStories))("%s", { timeout: 300_000 }, async (name) => {
  for (const [index, single] of all.entries()) {
    if (single.name !== name || index % oneOf !== 0) continue;
    const { failure, faults } = await playSingleFault(single);
    if (failure !== undefined) throw new Error(failure);
    expect(faults, `faults of ${JSON.stringify(single)}`).toBe(1);
  }
});
