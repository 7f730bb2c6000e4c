import { describe, expect, test } from "vitest";
import { play } from "./play.js";
import { printProgram } from "./print-program.js";
import { shrink } from "./shrink.js";
import { simulate } from "./simulate.js";
import { drawStory } from "./story.js";

/** The first seeds; `npm run simulate` plays as many as one likes. */
const seeds = 240;
const inOneTest = 40;

describe("random stories", () => {
  const firsts = Array.from({ length: seeds / inOneTest }, (_, index) => 1 + index * inOneTest);
  test.each(firsts)("from seed %i", { timeout: 300_000 }, async (first) => {
    for (let seed = first; seed < first + inOneTest; seed++) {
      const { failure } = await simulate(seed);
      if (failure !== undefined) throw new Error(failure);
    }
  });
});

test("a seed gives the same story, and the same in all that happens", async () => {
  expect(drawStory(7)).toEqual(drawStory(7));
  expect(drawStory(7)).not.toEqual(drawStory(8));
  const [one, two] = [await play(drawStory(300)), await play(drawStory(300))];
  expect(one.world.trace.length).toBeGreaterThan(20);
  expect(one.world.trace).toEqual(two.world.trace);
});

test("what fails is made smaller as long as it fails", async () => {
  const story = drawStory(11);
  const smallest = await shrink(story, async ({ start, acts }) => start.size > 0 && acts.length > 0);
  expect([smallest.start.size, smallest.acts.length, smallest.faults]).toEqual([1, 1, []]);
});

test("a program is printed as one would write it", () => {
  const program = printProgram(
    new Map([
      [0, { ...drawn, type: "bucket" }],
      [1, { ...drawn, type: "task", uses: 0, group: 1, options: { deleteBeforeReplace: true } }],
      [2, { ...drawn, type: "key", within: 0, dependsOn: 1 }],
    ]),
  );
  expect(program).toMatchInlineSnapshot(`
    "({ bucket, task, key, group }: Words) => {
      const g1 = group("g1");
      const r0 = bucket("r0-0", { name: "o0", region: "region-0", acl: "acl-1" });
      const r1 = task("r1-0", { name: "o1-0", command: "run 1", image: r0.id }, { deleteBeforeReplace: true, parent: g1 });
      r0.id.apply(() => {
        key("r2-0", { name: "o2", bits: 1024, passphrase: "canary-of-a-passphrase 1" }, { dependsOn: r1 });
      });
    }"
  `);
});

const drawn = {
  version: 0,
  group: undefined,
  shade: 1,
  identity: 0,
  uses: undefined,
  dependsOn: undefined,
  goesWith: undefined,
  within: undefined,
  options: {},
  aliases: [],
} as const;
