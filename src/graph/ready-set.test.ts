import fc from "fast-check";
import { expect, test } from "vitest";
import { ReadySet } from "./ready-set.js";

function readySet(needs: Readonly<Record<string, string>>): ReadySet<string> {
  return new ReadySet({ nodes: Object.keys(needs), needs: (node) => needs[node]!.split("") });
}

test("what needs nothing is ready at once, in the order of the graph", () => {
  expect(readySet({ c: "", b: "a", a: "" }).take()).toEqual(["c", "a"]);
});

test("what was taken does not come again", () => {
  const ready = readySet({ a: "" });
  ready.take();
  expect(ready.take()).toEqual([]);
  ready.done("a");
  expect(ready.take()).toEqual([]);
});

test("a node is ready when the last of its needs is done", () => {
  const ready = readySet({ a: "", b: "", c: "ab" });
  ready.take();
  ready.done("b");
  expect(ready.take()).toEqual([]);
  ready.done("a");
  expect(ready.take()).toEqual(["c"]);
});

test("those that become ready together come in the order of the graph", () => {
  const ready = readySet({ d: "a", c: "a", b: "a", a: "" });
  ready.take();
  ready.done("a");
  expect(ready.take()).toEqual(["d", "c", "b"]);
});

test("what is done twice counts once", () => {
  const ready = readySet({ a: "", b: "", c: "ab" });
  ready.done("a");
  ready.done("a");
  expect(ready.take()).toEqual(["a", "b"]);
});

test("a need that is named twice counts once, and one that is no node not at all", () => {
  const ready = readySet({ a: "", b: "aax" });
  ready.done("a");
  expect(ready.take()).toEqual(["a", "b"]);
});

test("the members of a cycle, and what needs them, never get ready", () => {
  const ready = readySet({ a: "b", b: "a", c: "a", d: "" });
  expect(ready.take()).toEqual(["d"]);
  ready.done("d");
  expect(ready.take()).toEqual([]);
});

test("each node comes once, behind all that it needs, in whatever order things get done", () => {
  const cases = fc.tuple(
    fc.array(fc.array(fc.nat(20), { maxLength: 4 }), { minLength: 1, maxLength: 20 }),
    fc.infiniteStream(fc.nat(1000)),
  );
  fc.assert(
    fc.property(cases, ([given, choices]) => {
      const needs = given.map((wanted, node) => wanted.filter((need) => need < node));
      const ready = new ReadySet({ nodes: [...needs.keys()], needs: (node) => needs[node]! });
      const open: number[] = [...ready.take()];
      const done: number[] = [];
      while (open.length > 0) {
        const [node] = open.splice(choices.next().value % open.length, 1);
        expect(needs[node!]!.every((need) => done.includes(need))).toBe(true);
        done.push(node!);
        ready.done(node!);
        open.push(...ready.take());
      }
      expect(done.toSorted((a, b) => a - b)).toEqual([...needs.keys()]);
    }),
  );
});

test("the needs of each node are asked for once, and each edge is followed once", () => {
  const size = 2_000;
  let asked = 0;
  let followed = 0;
  const ready = new ReadySet<number>({
    nodes: Array.from({ length: size }, (_, index) => index),
    *needs(node) {
      asked++;
      for (const need of [node - 1, node - 2]) {
        if (need < 0) continue;
        followed++;
        yield need;
      }
    },
  });
  let count = 0;
  for (let open = ready.take(); open.length > 0; open = ready.take()) {
    for (const node of open) ready.done(node);
    count += open.length;
  }
  expect([count, asked, followed]).toEqual([size, size, 2 * size - 3]);
});
