import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { play } from "./play.js";
import { shrink } from "./shrink.js";
import { digestOf } from "./simulate.js";
import { drawStory } from "./story/story.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The first seeds, as `npm run simulate` plays them: bundled it is three times as fast as what vitest loads. */
test("random stories", { timeout: 300_000 }, async () => {
  const words = ["scripts/run.mjs", "scripts/simulate.ts", "--seeds", "240"];
  const { isGood, said } = await new Promise<{ readonly isGood: boolean; readonly said: string }>((resolve) =>
    execFile(process.execPath, words, { cwd: root, maxBuffer: 1 << 28 }, (error, stdout, stderr) =>
      resolve({ isGood: error === null, said: stdout + stderr }),
    ),
  );
  if (!isGood) throw new Error(said);
  expect(said).toMatch(/240 cases in .* 0 failed/);
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
