import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { tailThenFollow } from "./open-logs.js";

async function collected(lines: AsyncIterable<number>, count = Infinity): Promise<readonly number[]> {
  const found: number[] = [];
  for await (const line of lines) if (found.push(line) === count) break;
  return found;
}

async function* given(...lines: readonly number[]): AsyncGenerator<number> {
  yield* lines;
}

test.each([
  [0, []],
  [2, [3, 4]],
  [9, [1, 2, 3, 4]],
])("the last %i of what ends", async (count, last) => {
  expect(await collected(tailThenFollow(given(1, 2, 3, 4), count, () => true, Infinity))).toEqual(last);
});

test("what is new is not counted", async () => {
  expect(await collected(tailThenFollow(given(1, 2, 13, 4, 15), 1, (line) => line < 10, Infinity))).toEqual([
    2, 13, 4, 15,
  ]);
});

test("what is there is told when nothing more comes for a while", async () => {
  const waiting = async function* () {
    yield* [1, 2, 3];
    await pause(60_000, undefined, { ref: false });
  };
  expect(
    await collected(
      tailThenFollow(waiting(), 2, () => true, 30),
      2,
    ),
  ).toEqual([2, 3]);
});
