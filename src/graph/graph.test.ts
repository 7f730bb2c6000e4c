import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { orderGraph } from "./graph.js";

function order(needs: Readonly<Record<string, string>>) {
  return orderGraph({ nodes: Object.keys(needs), needs: (node) => needs[node]!.split("") });
}

describe("the order of a graph", () => {
  test.each([
    { of: "nothing", needs: {}, is: "" },
    { of: "what needs nothing", needs: { c: "", a: "", b: "" }, is: "cab" },
    { of: "a chain", needs: { a: "b", b: "c", c: "" }, is: "cba" },
    { of: "a chain that stands in order", needs: { a: "", b: "a", c: "b" }, is: "abc" },
    { of: "a diamond", needs: { d: "bc", c: "a", b: "a", a: "" }, is: "abcd" },
    { of: "needs of one node", needs: { d: "cb", b: "", c: "" }, is: "cbd" },
    { of: "a need named twice", needs: { b: "aa", a: "" }, is: "ab" },
    { of: "needs outside", needs: { a: "xb", b: "y" }, is: "ba" },
  ])("$of", ({ needs, is }) => {
    expect(order(needs as Record<string, string>)).toEqual({ order: is.split("") });
  });

  test("a node that is given twice stands there once", () => {
    expect(orderGraph({ nodes: ["a", "b", "a"], needs: () => [] })).toEqual({ order: ["a", "b"] });
  });

  test("keys are compared by identity, whatever they are", () => {
    const first = {};
    const second = {};
    const ordered = orderGraph({ nodes: [first, second], needs: (node) => (node === first ? [second] : []) });
    expect("order" in ordered && ordered.order[0]).toBe(second);
  });
});

describe("a cycle is shown as a path that ends where it began", () => {
  test.each([
    { of: "itself", needs: { a: "a" }, is: "aa" },
    { of: "two", needs: { a: "b", b: "a" }, is: "aba" },
    { of: "three, without the way to them", needs: { x: "y", y: "a", a: "b", b: "c", c: "a" }, is: "abca" },
    { of: "one behind what is fine", needs: { a: "", b: "ac", c: "b" }, is: "bcb" },
  ])("of $of", ({ needs, is }) => {
    expect(order(needs as unknown as Record<string, string>)).toEqual({ cycle: is.split("") });
  });
});

test("depth costs no stack", () => {
  const depth = 100_000;
  const nodes = Array.from({ length: depth }, (_, index) => index);
  const chain = orderGraph({ nodes, needs: (node) => (node + 1 < depth ? [node + 1] : []) });
  expect("order" in chain && [chain.order[0], chain.order.length]).toEqual([depth - 1, depth]);
  const circle = orderGraph({ nodes, needs: (node) => [(node + 1) % depth] });
  expect("cycle" in circle && circle.cycle.length).toBe(depth + 1);
});

const arbitraryGraph = fc
  .integer({ min: 1, max: 12 })
  .chain((size) =>
    fc
      .array(fc.array(fc.nat(size - 1), { maxLength: 3 }), { minLength: size, maxLength: size })
      .map((needs) => ({ nodes: needs.map((_, index) => index), needs: (node: number) => needs[node]! })),
  );

test("every graph has an order, or a cycle whose members need each other", () => {
  fc.assert(
    fc.property(arbitraryGraph, (graph) => {
      const ordered = orderGraph(graph);
      if ("order" in ordered) {
        expect([...ordered.order].sort((a, b) => a - b)).toEqual(graph.nodes);
        const place = new Map(ordered.order.map((node, index) => [node, index]));
        for (const node of graph.nodes)
          for (const need of graph.needs(node)) expect(place.get(need)).toBeLessThan(place.get(node)!);
      } else {
        const { cycle } = ordered;
        expect(cycle.length).toBeGreaterThan(1);
        expect(cycle.at(-1)).toBe(cycle[0]);
        for (const [index, node] of cycle.slice(0, -1).entries())
          expect(graph.needs(node)).toContain(cycle[index + 1]);
      }
    }),
  );
});
