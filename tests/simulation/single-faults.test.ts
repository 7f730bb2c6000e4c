import { beforeAll, expect, test } from "vitest";
import { countedFaults } from "./simulate.js";
import { oneOfEach, playSingleFault, singleFaults, type SingleFault } from "./single-faults.js";
import { fixedStories } from "./story/fixed-stories.js";
import { faultKinds } from "./world/faults.js";

/** Every kind once in every story; `npm run simulate -- --faults` tries each at every wait. */
let all: readonly SingleFault[] = [];
beforeAll(async () => {
  all = await singleFaults();
}, 120_000);

test("there are many, and each is another one", () => {
  expect(all.length).toBeGreaterThan(4_000);
  expect(new Set(all.map(({ name, fault }) => `${name} ${fault.at} ${fault.kind}`)).size).toBe(all.length);
});

test("one of each is not always at the same place", () => {
  const waits = new Set(oneOfEach(all).map(({ fault }) => fault.at));
  expect(waits.size).toBeGreaterThan(30);
});

test.each(Object.keys(fixedStories))("%s", { timeout: 300_000 }, async (name) => {
  const played = new Set<string>();
  for (const single of oneOfEach(all)) {
    if (single.name !== name) continue;
    const { failure, faults } = await playSingleFault(single);
    if (failure !== undefined) throw new Error(failure);
    const { kind } = single.fault;
    expect(faults, `what went wrong with ${JSON.stringify(single)}`).toEqual(
      countedFaults((each) => (each === kind ? 1 : 0)),
    );
    played.add(kind);
  }
  expect(played).toEqual(new Set(faultKinds));
});
