import { expect, test } from "vitest";
import type { Step } from "../model/index.js";
import { waitFor } from "./wait-for.js";

function plan(steps: Readonly<Record<string, readonly string[]>>): readonly Step[] {
  return Object.entries(steps).map(([id, after]) => ({
    id,
    action: "update",
    urn: id,
    after,
    replacement: false,
  }));
}

test.each<[string, Record<string, string[]>, Record<string, string[]>, Record<string, string[]>]>([
  ["one more", { a: [], b: [] }, { b: ["a"] }, { a: [], b: ["a"] }],
  ["one that it waits for already", { a: [], b: ["a"] }, { b: ["a"] }, { a: [], b: ["a"] }],
  ["itself", { a: [] }, { a: ["a"] }, { a: [] }],
  ["no step", { a: [] }, { a: ["b"] }, { a: [] }],
  ["one that waits for it", { a: [], b: ["a"] }, { a: ["b"] }, { a: [], b: ["a"] }],
  [
    "one that waits for it from afar",
    { a: [], b: ["a"], c: ["b"] },
    { a: ["c"] },
    { a: [], b: ["a"], c: ["b"] },
  ],
  ["each other: the first has its way", { a: [], b: [] }, { a: ["b"], b: ["a"] }, { a: ["b"], b: [] }],
])("%s", (_, steps, wanted, expected) => {
  const found = waitFor(plan(steps), ({ id }) => wanted[id] ?? []);
  expect(Object.fromEntries(found.map(({ id, after }) => [id, after]))).toEqual(expected);
});
