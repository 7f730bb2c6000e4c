import { describe, expect, test } from "vitest";
import { secretOf, unknown, type Value, type ValueObject } from "../model/index.js";
import { outputChanges, type SourceFacts } from "./output-changes.js";

/** A resource that the plan leaves as it is. */
const still: SourceFacts = {
  kind: "custom",
  action: "same",
  exists: true,
  isKnown: true,
  changesBehind: false,
};

/** The changes as `add name`, where every output is made from these resources. */
function changed(
  recorded: ValueObject,
  planned: ValueObject,
  ...sources: readonly Partial<SourceFacts>[]
): readonly string[] {
  const found = outputChanges({
    recorded,
    planned,
    sourcesOf: () => [...sources.keys()].map((index) => ({ urn: `${index}` })),
    sourceFacts: (urn) => ({ ...still, ...sources[Number(urn)] }),
  });
  return found.map(({ kind, name }) => `${kind} ${name}`);
}

test.each<[string, ValueObject, ValueObject, readonly string[]]>([
  ["none", {}, {}, []],
  ["the same", { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
  ["new", {}, { a: 1 }, ["add a"]],
  ["another value", { a: 1 }, { a: "1" }, ["update a"]],
  ["gone", { a: 1, b: 1 }, { b: 1 }, ["delete a"]],
  [
    "in program order, those that are gone last",
    { z: 1, b: 1 },
    { c: 1, b: 2 },
    ["add c", "update b", "delete z"],
  ],
  ["a secret of the same value", { a: secretOf(1) }, { a: secretOf(1) }, []],
  ["a value that becomes secret", { a: 1 }, { a: secretOf(1) }, ["update a"]],
  ["null where there was nothing", {}, { a: null }, []],
  ["null that was recorded, and is no longer there", { a: null }, {}, []],
  ["null instead of a value", { a: 1 }, { a: null }, ["delete a"]],
  ["a value instead of null", { a: null }, { a: 1 }, ["add a"]],
  ["names are data", {}, Object.fromEntries([["__proto__", 1]]), ["add __proto__"]],
])("known outputs: %s", (_, recorded, planned, expected) => {
  expect(changed(recorded, planned)).toEqual(expected);
});

describe("an output that is not known", () => {
  test.each<[string, boolean, ...(readonly Partial<SourceFacts>[])]>([
    ["comes from nothing that is known of", false],
    ["comes from what stays as it is", false, still],
    ["comes from what is created", true, { action: "create", exists: false, isKnown: false }],
    ["comes from what is updated", true, { action: "update", isKnown: false }],
    ["comes from what is replaced", true, { action: "replace", isKnown: false }],
    ["comes from what is imported", true, { action: "import", exists: false, isKnown: false }],
    ["is asked of what is updated, all of whose values are known", true, { action: "update" }],
    ["comes from what is only recorded", false, { action: "record" }],
    ["comes from an object that is read later", true, { kind: "external", action: "read", isKnown: false }],
    ["comes from an object that was read", false, { kind: "external", action: "read" }],
    ["comes from what is left out and exists", false, { action: "skip" }],
    [
      "comes from what is left out and does not exist",
      false,
      { action: "skip", exists: false, isKnown: false },
    ],
    [
      "comes from what is updated, and from what is not made",
      false,
      { action: "update" },
      { action: "skip", exists: false, isKnown: false },
    ],
    ["comes from what is updated, and from what stays", true, { action: "update" }, still],
    ["comes from a component in which nothing changes", false, { kind: "component" }],
    ["comes from a component in which something changes", true, { kind: "component", changesBehind: true }],
    [
      "comes from what is made in a component that is not recorded yet",
      true,
      { kind: "component", action: "skip", exists: false },
      { action: "create", isKnown: false },
    ],
    [
      "is asked of a provider that is configured from what stays",
      false,
      { kind: "provider", action: "create" },
    ],
    [
      "is asked of a provider that is configured from what changes",
      true,
      { kind: "provider", action: "create", changesBehind: true },
    ],
    [
      "is asked of a provider that is left out",
      false,
      { kind: "provider", action: "skip", exists: false, changesBehind: true },
    ],
  ])("that %s: %s", (_, isChange, ...sources) => {
    for (const value of [unknown, secretOf(unknown), { part: unknown, other: 1 }] satisfies Value[]) {
      expect(changed({ a: 1 }, { a: value }, ...sources)).toEqual(isChange ? ["update a"] : []);
      expect(changed({}, { a: value }, ...sources)).toEqual(isChange ? ["add a"] : []);
    }
  });

  test("is no change because of a resource that the program does not have", () => {
    const facts = { recorded: {}, planned: { a: unknown }, sourcesOf: () => [{ urn: "gone" }] };
    expect(outputChanges({ ...facts, sourceFacts: () => undefined })).toEqual([]);
  });
});

test("a change has both sides, and what it is made from", () => {
  const sourcesOf = (name: string) => [{ urn: `of ${name}`, reads: ["arn"] }];
  const facts = { recorded: { a: 1, b: 2 }, planned: { a: 3, c: unknown }, sourcesOf };
  expect(outputChanges({ ...facts, sourceFacts: () => ({ ...still, action: "create" }) })).toEqual([
    { name: "a", kind: "update", before: 1, after: 3, sources: [{ urn: "of a", reads: ["arn"] }] },
    { name: "c", kind: "add", after: unknown, sources: [{ urn: "of c", reads: ["arn"] }] },
    { name: "b", kind: "delete", before: 2, sources: [] },
  ]);
});

test("what outputs are made from is asked only where it matters", () => {
  const asked: string[] = [];
  const sourcesOf = (name: string) => {
    asked.push(name);
    return [];
  };
  const recorded = { same: 1, other: 1, gone: 1 };
  outputChanges({ recorded, planned: { same: 1, other: 2 }, sourcesOf, sourceFacts: () => still });
  expect(asked).toEqual(["other"]);
});
