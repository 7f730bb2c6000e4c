import { expect, test } from "vitest";
import { groupBy } from "./group-by.js";

test("what has the same key is together, in its order", () => {
  const groups = groupBy(["b1", "a1", "b2"], (text) => text[0]);
  expect([...groups]).toEqual([
    ["b", ["b1", "b2"]],
    ["a", ["a1"]],
  ]);
  expect([...groupBy([], String)]).toEqual([]);
});
