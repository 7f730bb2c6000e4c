import { expect, test } from "vitest";
import { countedFaults } from "./simulate.js";
import { faultsIn, shortcomings, sum, type Intended, type Tally } from "./tally.js";
import { faultKinds } from "./world/faults.js";

const one: Tally = {
  cases: 3,
  commands: 4,
  waits: 50,
  takeovers: 1,
  kept: 2,
  weaker: 3,
  late: 2,
  repeated: 1,
  faults: countedFaults((kind) => (kind === "crash" ? 3 : 0)),
  failures: ["what does not hold"],
};

test("what several processes count is added up", () => {
  const both = sum([one, { ...one, faults: countedFaults(() => 1), failures: [] }]);
  expect(both).toMatchObject({
    cases: 6,
    commands: 8,
    waits: 100,
    takeovers: 2,
    repeated: 2,
    kept: 4,
    weaker: 6,
    late: 4,
  });
  expect(both.failures).toEqual(["what does not hold"]);
  expect([both.faults.crash, both.faults.hang, faultsIn(both)]).toEqual([4, 1, 3 + faultKinds.length]);
  expect(sum([]).cases).toBe(0);
});

const full = { ...one, faults: countedFaults(() => 2) };

test.each<[string, Tally, Partial<Intended>, RegExp | undefined]>([
  ["what was meant", full, { isLarge: true }, undefined],
  ["a process that came to no end", full, { cases: 4 }, /^3 were played of 4\.$/],
  [
    "a fault that did not happen",
    { ...one, cases: 4 },
    { cases: 4, isOneFaultEach: true },
    /^There were 3 faults in 4/,
  ],
  ["one fault each", one, { isOneFaultEach: true }, undefined],
  [
    "a kind that never happened",
    { ...full, faults: { ...full.faults, hang: 0 } },
    { isLarge: true },
    /^These never happened: hang\.$/,
  ],
  ["nobody who took over", { ...full, takeovers: 0 }, { isLarge: true }, /^No process took over/],
  ["nothing that was kept", { ...full, kept: 0 }, { isLarge: true }, /^No object was kept/],
  ["no replacement in vain", { ...full, weaker: 0 }, { isLarge: true }, /^No replacement turned out/],
  ["nothing that was late", { ...full, late: 0 }, { isLarge: true }, /^No object was made after/],
  ["a small run, in which not everything can happen", one, {}, undefined],
])("%s", (_, tally, intended, expected) => {
  const found = shortcomings(tally, { cases: 3, isOneFaultEach: false, isLarge: false, ...intended });
  if (expected === undefined) expect(found).toEqual([]);
  else expect(found).toEqual([expect.stringMatching(expected)]);
});
