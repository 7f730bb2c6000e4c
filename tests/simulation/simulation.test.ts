import { describe, expect, test } from "vitest";
import { play } from "./play.js";
import { shrink } from "./shrink.js";
import { digestOf, simulate } from "./simulate.js";
import { drawStory } from "./story/story.js";

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
  expect(await digestOf(one)).toBe(await digestOf(two));
});

test("what fails is made smaller as long as it fails", async () => {
  const story = drawStory(11);
  const smallest = await shrink(story, async ({ start, acts }) => start.size > 0 && acts.length > 0);
  expect([smallest.start.size, smallest.acts.length, smallest.faults]).toEqual([1, 1, []]);
});
