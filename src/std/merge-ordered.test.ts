import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { mergeOrdered, type MergeOptions } from "./merge-ordered.js";

async function* given(...items: readonly number[]): AsyncGenerator<number> {
  yield* items;
}

const own: MergeOptions<number> = { rankOf: (item) => item };

async function all(source: AsyncIterable<number>, count = Infinity): Promise<readonly number[]> {
  const found: number[] = [];
  for await (const item of source) {
    found.push(item);
    if (found.length === count) break;
  }
  return found;
}

describe("sources that end", () => {
  test.each<[sources: readonly (readonly number[])[], merged: readonly number[]]>([
    [[], []],
    [[[]], []],
    [[[1, 2, 3]], [1, 2, 3]],
    [
      [
        [1, 4],
        [2, 3],
        [0, 5],
      ],
      [0, 1, 2, 3, 4, 5],
    ],
    [
      [[1, 2], [], [0]],
      [0, 1, 2],
    ],
    // A source that is not ordered keeps its own order.
    [
      [[5, 1], [3]],
      [3, 5, 1],
    ],
  ])("%j", async (sources, merged) => {
    expect(
      await all(
        mergeOrdered(
          sources.map((items) => given(...items)),
          own,
        ),
      ),
    ).toEqual(merged);
  });

  test("of equals, the first source comes first", async () => {
    const sources = ["a", "b"].map(async function* (name) {
      yield { name, at: 1 };
    });
    const names: string[] = [];
    for await (const { name } of mergeOrdered(sources, { rankOf: ({ at }) => at })) names.push(name);
    expect(names).toEqual(["a", "b"]);
  });

  test("are waited for, however slow", async () => {
    const slow = async function* () {
      await pause(60);
      yield 1;
    };
    expect(await all(mergeOrdered([given(2, 3), slow()], own))).toEqual([1, 2, 3]);
  });

  test("larger than what is held back", async () => {
    const many = Array.from({ length: 1000 }, (_, index) => index);
    expect(await all(mergeOrdered([given(...many), given(500.5)], { ...own, most: 4 }))).toHaveLength(1001);
  });
});

test("one that is silent is waited for only so long", async () => {
  const late = async function* () {
    yield 0;
    await pause(20);
    yield 4;
    await pause(60_000, undefined, { ref: false });
  };
  // Items that arrive within that time are in order; later ones do not delay the others.
  const merged = mergeOrdered([given(1, 5, 6), late()], { ...own, patienceMs: 300 });
  expect(await all(merged, 5)).toEqual([0, 1, 4, 5, 6]);
});

test("many items do not wait one after the other", async () => {
  const silent = async function* () {
    await pause(60_000, undefined, { ref: false });
    yield 0;
  };
  const many = Array.from({ length: 200 }, (_, index) => index);
  const begun = performance.now();
  expect(await all(mergeOrdered([given(...many), silent()], { ...own, patienceMs: 50 }), 200)).toHaveLength(
    200,
  );
  expect(performance.now() - begun).toBeLessThan(8000);
});

test("a failure comes through, and the others are told to end", async () => {
  let isClosed = false;
  const failing = async function* () {
    yield 1;
    throw new Error("torn");
  };
  const other = async function* () {
    try {
      yield 2;
      yield 3;
    } finally {
      isClosed = true;
    }
  };
  await expect(all(mergeOrdered([failing(), other()], { ...own, most: 1 }))).rejects.toThrow("torn");
  await pause(1);
  expect(isClosed).toBe(true);
});

test("who stops listening ends the sources", async () => {
  let isClosed = false;
  const endless = async function* () {
    try {
      for (let item = 0; ; item++) yield item;
    } finally {
      isClosed = true;
    }
  };
  expect(await all(mergeOrdered([endless()], own), 3)).toEqual([0, 1, 2]);
  await pause(1);
  expect(isClosed).toBe(true);
});
