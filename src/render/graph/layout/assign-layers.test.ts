import { expect, test } from "vitest";
import { assignLayers, pullTogether } from "./assign-layers.js";
import { nearestInOrder } from "./place-vertices.js";

type Targets = Readonly<Record<string, readonly string[]>>;

test.each<[title: string, targets: Targets, layers: Readonly<Record<string, number>>]>([
  ["nothing", {}, {}],
  ["alone", { a: [], b: [] }, { a: 0, b: 0 }],
  ["a row", { c: ["b"], b: ["a"], a: [] }, { c: 2, b: 1, a: 0 }],
  ["the longest way counts", { d: ["a", "c"], c: ["b"], b: ["a"], a: [] }, { d: 3, c: 2, b: 1, a: 0 }],
  ["a circle is opened", { a: ["b"], b: ["c"], c: ["a"] }, { a: 2, b: 1, c: 0 }],
  ["what points at itself", { a: ["a"] }, { a: 0 }],
])("layers of %s", (_, targets, layers) => {
  const { layerOf } = assignLayers(Object.keys(targets), (key) => targets[key]!);
  expect(Object.fromEntries(layerOf)).toEqual(layers);
});

test("a line that closes a circle is told", () => {
  const targets: Targets = { a: ["b"], b: ["a"] };
  const { isBroken } = assignLayers(Object.keys(targets), (key) => targets[key]!);
  expect([isBroken("a", "b"), isBroken("b", "a")]).toEqual([false, true]);
});

test("a row of a hundred thousand costs no stack", () => {
  const keys = Array.from({ length: 100_000 }, (_, index) => index);
  const { layerOf } = assignLayers(keys.toReversed(), (key) => (key === 0 ? [] : [key - 1]));
  expect(layerOf.get(99_999)).toBe(99_999);
});

test.each<[title: string, targets: Targets, layers: Readonly<Record<string, number>>]>([
  [
    "what needs nothing stands right before its first user",
    { d: ["c", "late"], c: ["b"], b: ["a"], a: [], late: [] },
    { d: 3, c: 2, b: 1, a: 0, late: 2 },
  ],
  [
    "what has as many on both sides stays",
    { d: ["c", "x"], c: ["b"], b: ["a"], a: [], x: ["a"] },
    { d: 3, c: 2, b: 1, a: 0, x: 1 },
  ],
  ["through a circle too", { a: ["b", "x"], b: ["a"], x: [] }, { a: 1, b: 0, x: 0 }],
])("%s", (_, targets, layers) => {
  const targetsOf = (key: string) => targets[key]!;
  const pulled = pullTogether(assignLayers(Object.keys(targets), targetsOf), targetsOf);
  expect(Object.fromEntries(pulled)).toEqual(layers);
});

test.each<[wanted: readonly number[], least: readonly number[], found: readonly number[]]>([
  [[], [], []],
  [[5], [0], [5]],
  [
    [0, 20],
    [0, 10],
    [0, 20],
  ],
  // Both want to be at the same place: each gives way as much.
  [
    [10, 10],
    [0, 10],
    [5, 15],
  ],
  [
    [20, 0],
    [0, 10],
    [5, 15],
  ],
  [
    [0, 0, 0],
    [0, 10, 20],
    [-10, 0, 10],
  ],
  [
    [100, 0, 0],
    [0, 10, 20],
    [70 / 3, 100 / 3, 130 / 3],
  ],
])("%j, at least %j apart, become %j", (wanted, least, found) => {
  const weighted = wanted.map((at) => ({ at, weight: 1 }));
  const placed = nearestInOrder(weighted, least);
  expect(placed.map((value) => value.toFixed(6))).toEqual(found.map((value) => value.toFixed(6)));
});

test("who wants more gives way less", () => {
  const wanted = [
    { at: 10, weight: 3 },
    { at: 10, weight: 1 },
  ];
  expect(nearestInOrder(wanted, [0, 8])).toEqual([8, 16]);
});
