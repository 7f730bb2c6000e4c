import { expect, test } from "vitest";
import { waysBehind } from "./ways-behind.js";

function ways(needs: Readonly<Record<string, string>>): Record<string, number> {
  const graph = { nodes: Object.keys(needs), needs: (node: string) => needs[node]!.split("") };
  return Object.fromEntries(waysBehind(graph));
}

test("the longest way counts, whatever the order", () => {
  expect(ways({ d: "bc", c: "", b: "a", a: "" })).toEqual({ d: 0, c: 1, b: 1, a: 2 });
});

test("what is no node of the graph is passed over", () => {
  expect(ways({ b: "ax", a: "x" })).toEqual({ b: 0, a: 1 });
});

test("in a cycle there is no longest way", () => {
  expect(ways({ a: "b", b: "a" })).toEqual({ a: 0, b: 0 });
});

test("depth costs no stack", () => {
  const nodes = Array.from({ length: 100_000 }, (_, index) => index);
  expect(waysBehind({ nodes, needs: (node) => (node > 0 ? [node - 1] : []) }).get(0)).toBe(99_999);
});
