import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryObject, arbitraryValue } from "../../../tests/support/arbitrary-value.js";
import { nested } from "../../../tests/support/large-values.js";
import { applyDiff } from "./apply-diff.js";
import { diffValues, type ValueChange } from "./diff-values.js";
import { equalValues } from "./equality.js";
import { assetOf, referenceTo, secretOf, unknown, unknownOf, type Value } from "./value.js";

const odd = (value: Value): Value => Object.fromEntries([["__proto__", value]]);
const item = (name: string): Value => ({ name, size: 1 });
const [a, b, c, d] = [item("a"), item("b"), item("c"), item("d")];

const table: [string, Value, Value, ValueChange[]][] = [
  ["equal values", { a: [1, { b: null }] }, { a: [1, {}] }, []],
  ["NaN and zeros", [Number.NaN, 0], [Number.NaN, -0], []],
  ["null and absent", { a: null, b: undefined }, { c: null }, []],
  ["null to a value", { a: null }, { a: 1 }, [{ kind: "add", path: ["a"], after: 1 }]],
  ["a value to null", { a: 1 }, { a: null }, [{ kind: "delete", path: ["a"], before: 1 }]],
  ["a value to absent", { a: { b: 1 } }, {}, [{ kind: "delete", path: ["a"], before: { b: 1 } }]],
  ["at the root", null, [1], [{ kind: "add", path: [], after: [1] }]],
  ["gone at the root", "x", undefined, [{ kind: "delete", path: [], before: "x" }]],
  [
    "another type",
    { a: [1] },
    { a: { 0: 1 } },
    [{ kind: "update", path: ["a"], before: [1], after: { 0: 1 } }],
  ],
  [
    "nested",
    { a: [{ b: 1, c: 2 }] },
    { a: [{ b: 3, c: 2 }] },
    [{ kind: "update", path: ["a", 0, "b"], before: 1, after: 3 }],
  ],
  [
    "old keys first, then new ones",
    { b: 1, a: 1 },
    { c: 1, a: 2 },
    [
      { kind: "delete", path: ["b"], before: 1 },
      { kind: "update", path: ["a"], before: 1, after: 2 },
      { kind: "add", path: ["c"], after: 1 },
    ],
  ],
  ["odd keys", odd(1), odd(2), [{ kind: "update", path: ["__proto__"], before: 1, after: 2 }]],
  ["an odd key that is new", {}, odd(1), [{ kind: "add", path: ["__proto__"], after: 1 }]],
  ["an array grows", [1], [1, 2], [{ kind: "add", path: [1], after: 2 }]],
  ["an array grows by null", [1], [1, undefined], [{ kind: "add", path: [1], after: null }]],
  ["an array shrinks", [1, null], [1], [{ kind: "delete", path: [1], before: null }]],
  ["null in an array is an element", [1], [null], [{ kind: "update", path: [0], before: 1, after: null }]],
  [
    "known after apply",
    { a: 1 },
    { a: unknown },
    [{ kind: "update", path: ["a"], before: 1, after: unknown, knownAfterApply: true }],
  ],
  [
    "new and known after apply",
    {},
    { a: unknownOf("array") },
    [{ kind: "add", path: ["a"], after: unknownOf("array"), knownAfterApply: true }],
  ],
  [
    "a secret that is known after apply",
    { a: secretOf(1) },
    { a: secretOf(unknown) },
    [{ kind: "update", path: ["a"], before: secretOf(1), after: secretOf(unknown), knownAfterApply: true }],
  ],
  ["unknown on both sides", [unknown], [unknownOf("array")], []],
  ["unknown no longer", [unknown], [1], [{ kind: "update", path: [0], before: unknown, after: 1 }]],
  [
    "inside a secret",
    { a: secretOf({ b: [1] }) },
    { a: secretOf({ b: [2] }) },
    [{ kind: "update", path: ["a"], before: secretOf({ b: [1] }), after: secretOf({ b: [2] }) }],
  ],
  [
    "becomes secret: what it was is masked",
    ["x"],
    [secretOf("x")],
    [{ kind: "update", path: [0], before: secretOf("x"), after: secretOf("x"), secrecy: "added" }],
  ],
  [
    "whose place a secret takes that stood elsewhere",
    ["a", secretOf("x"), "c"],
    ["b", "a", secretOf("x")],
    [
      { kind: "update", path: [0], before: "a", after: "b" },
      { kind: "update", path: [1], before: secretOf("x"), after: "a", secrecy: "removed", movedFrom: 0 },
      { kind: "update", path: [2], before: "c", after: secretOf("x"), secrecy: "added", movedFrom: 1 },
    ],
  ],
  [
    "whose place a secret takes, and which is secret elsewhere now",
    ["a", secretOf("x")],
    [secretOf("x"), secretOf("a")],
    [
      {
        kind: "update",
        path: [0],
        before: secretOf("a"),
        after: secretOf("x"),
        secrecy: "added",
        movedFrom: 1,
      },
      { kind: "update", path: [1], before: secretOf("x"), after: secretOf("a") },
    ],
  ],
  [
    "is no secret any more",
    { a: secretOf("x") },
    { a: "x" },
    [{ kind: "update", path: ["a"], before: secretOf("x"), after: "x", secrecy: "removed" }],
  ],
  ["assets by hash", [assetOf({ text: "x" }, "h")], [assetOf({ path: "x" }, "h")], []],
  [
    "references by URN and id",
    [referenceTo({ urn: "u", id: "1" })],
    [referenceTo({ urn: "u", id: "1", packageVersion: "2" })],
    [],
  ],
];

test.each(table)("%s", (_, before, after, changes) => {
  expect(diffValues(before, after)).toEqual(changes);
  expect(equalValues(applyDiff(changes, before), after)).toBe(true);
});

describe("moves", () => {
  const moves = (before: Value[], after: Value[]) =>
    diffValues(before, after).map(
      ({ kind, path, movedFrom }) => `${kind} ${path.join(".")} ${movedFrom ?? "-"}`,
    );

  test.each<[string, Value[], Value[], string[]]>([
    ["two change places", [a, b, c], [c, b, a], ["update 0 2", "update 2 0"]],
    ["the first goes", [a, b, c], [b, c], ["update 0 1", "update 1 2", "delete 2 -"]],
    ["one comes first", [a, b], [d, a, b], ["update 0.name -", "update 1 0", "add 2 1"]],
    ["scalars move too", ["x", "y"], ["y", "x"], ["update 0 1", "update 1 0"]],
    ["secrets move", [secretOf("x"), "y"], ["y", secretOf("x")], ["update 0 1", "update 1 0"]],
    ["changed in place", [a, b], [a, { name: "b", size: 2 }], ["update 1.size -"]],
    [
      "each source is used once, lowest first",
      ["x", "x", "y"],
      ["y", "z", "x", "x", "x"],
      ["update 0 2", "update 1 -", "update 2 0", "add 3 1", "add 4 -"],
    ],
    ["what stays is no source", ["x", "y"], ["x", "x"], ["update 1 -"]],
    ["null and unknown do not move", [null, unknown, 1], [unknown, null, 1], ["update 0 -", "update 1 -"]],
    ["other spellings of a zero move", [0, 1], [1, -0], ["update 0 1", "update 1 0"]],
    [
      "an added key that is null does not hinder",
      [a, b],
      [{ ...(b as object), tag: null }, a],
      ["update 0 1", "update 1 0"],
    ],
  ])("%s", (_, before, after, expected) => {
    expect(moves(before, after)).toEqual(expected);
    expect(equalValues(applyDiff(diffValues(before, after), before), after)).toBe(true);
  });

  test("a hundred thousand elements turned round, with many alike", () => {
    const items = Array.from({ length: 100_000 }, (_, index) => ({ index: index % 1000 }));
    const changes = diffValues(items, items.toReversed());
    expect(changes.every((change) => change.movedFrom !== undefined)).toBe(true);
    expect(equalValues(applyDiff(changes, items), items.toReversed())).toBe(true);
  });
});

describe("laws", () => {
  const value = arbitraryValue();
  /** Independent values rarely have anything in common, so related pairs are generated too. */
  const pair: fc.Arbitrary<[Value, Value]> = fc.oneof(
    fc.tuple(value, value),
    fc
      .array(value, { maxLength: 8 })
      .chain((items) => fc.tuple(fc.constant(items), fc.shuffledSubarray(items))),
    fc
      .array(value, { maxLength: 8 })
      .chain((items) => fc.tuple(fc.shuffledSubarray(items), fc.constant(items))),
    fc
      .tuple(arbitraryObject(value), arbitraryObject(value), arbitraryObject(value))
      .map(([common, before, after]): [Value, Value] => [
        { ...before, deep: [{ ...common, ...before }] },
        { ...after, deep: [{ ...common, ...after }, 1] },
      ]),
  );

  test("applying the difference gives the other value", () => {
    fc.assert(
      fc.property(pair, ([before, after]) => {
        const changes = diffValues(before, after);
        expect(equalValues(applyDiff(changes, before), after)).toBe(true);
        expect(changes.length === 0).toBe(equalValues(before, after));
      }),
      { numRuns: 500 },
    );
  });

  test("each place is named once, and nothing beneath a place that changed as a whole", () => {
    fc.assert(
      fc.property(pair, ([before, after]) => {
        const texts = diffValues(before, after).map(({ path }) =>
          path.map((key) => `${JSON.stringify(key)}/`).join(""),
        );
        for (const text of texts) expect(texts.filter((other) => other.startsWith(text))).toEqual([text]);
      }),
    );
  });
});

describe("size", () => {
  test("a depth of 100,000", () => {
    const [before, after] = [nested(100_000, 1), nested(100_000, 2)];
    const changes = diffValues(before, after);
    expect(changes).toMatchObject([{ kind: "update", before: 1, after: 2 }]);
    expect(changes[0]!.path).toHaveLength(100_000);
    expect(equalValues(applyDiff(changes, before), after)).toBe(true);
    expect(diffValues(before, nested(100_000, 1))).toEqual([]);
  });
});

describe("applyDiff", () => {
  test("shares what did not change and leaves the original alone", () => {
    const before = { same: { x: 1 }, list: [1, 2] };
    const after = applyDiff(diffValues(before, { same: { x: 1 }, list: [1] }), before) as typeof before;
    expect(after).toEqual({ same: { x: 1 }, list: [1] });
    expect(after.same).toBe(before.same);
    expect(before.list).toEqual([1, 2]);
  });

  test("changes of another value are a bug", () => {
    expect(() => applyDiff(diffValues({ a: [1] }, { a: [2] }), { a: "x" })).toThrow(/^Bug: /);
  });
});
