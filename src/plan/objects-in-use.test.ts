import { describe, expect, test } from "vitest";
import { secretOf, type ValueObject } from "../model/index.js";
import {
  decideDelete,
  mayReturn,
  objectsInUse,
  type DeleteFacts,
  type DeleteVerdict,
  type HeldObject,
} from "./objects-in-use.js";

/** `www.1 x`: the first object of the resource www, with the identity x. */
function held(...texts: readonly string[]): readonly HeldObject[] {
  return texts.map((text) => {
    const [key = "", identity = ""] = text.split(" ");
    return { key, urn: key.split(".")[0]!, identity };
  });
}

interface Row {
  readonly situation: string;
  readonly leaving: readonly string[];
  readonly staying?: readonly string[];
  /** `record resource` */
  readonly kept: readonly string[];
}

const rows: readonly Row[] = [
  { situation: "nothing leaves", leaving: [], staying: ["a.1 x"], kept: [] },
  { situation: "what leaves is nobody else's", leaving: ["a.1 x"], staying: ["b.1 y"], kept: [] },
  { situation: "another resource has it", leaving: ["a.1 x"], staying: ["b.1 x"], kept: ["a.1 b"] },
  { situation: "the resource itself has it still", leaving: ["a.1 x"], staying: ["a.2 x"], kept: ["a.1 a"] },
  { situation: "all that have it leave", leaving: ["a.1 x", "b.1 x", "c.1 x"], kept: ["a.1 c", "b.1 c"] },
  {
    situation: "two objects, one of which stays",
    leaving: ["a.1 x", "b.1 y", "c.1 y"],
    staying: ["d.1 x"],
    kept: ["a.1 d", "b.1 c"],
  },
];

describe("objects that must not be deleted", () => {
  test.each(rows)("$situation", ({ leaving, staying = [], kept }) => {
    const found = objectsInUse(held(...leaving), held(...staying));
    expect([...found].map(([key, urn]) => `${key} ${urn}`)).toEqual(kept);
  });
});

describe("a delete", () => {
  const [object] = held("a.1 x");
  test.each<[situation: string, facts: DeleteFacts, DeleteVerdict]>([
    ["is performed", { object }, { kind: "delete" }],
    ["is performed if others have other objects", { object, staying: held("b.1 y") }, { kind: "delete" }],
    ["is not if a resource has the object", { object, staying: held("b.1 x") }, { kind: "in-use", by: "b" }],
    [
      "names the first of several",
      { object, staying: held("b.1 y", "c.1 x", "d.1 x") },
      { kind: "in-use", by: "c" },
    ],
    [
      "is not if a create without an answer may have returned it",
      { object, uncertain: "c", staying: held("b.1 x") },
      { kind: "maybe-in-use", by: "c" },
    ],
    [
      "is performed if ids identify nothing",
      { object: undefined, uncertain: "c", staying: held("b.1 x") },
      { kind: "delete" },
    ],
  ])("%s", (_, facts, verdict) => {
    expect(decideDelete(facts)).toEqual(verdict);
  });
});

describe("a create may return an object", () => {
  const stored = {
    type: "cloud:index:Bucket",
    schemaVersion: 1,
    inputs: { name: "a", size: 1 },
    outputs: {},
  };
  test.each<
    [situation: string, type: string, identifiedBy: readonly string[], inputs: ValueObject, may: boolean]
  >([
    ["with the same name", "cloud:index:Bucket", ["name"], { name: "a", size: 2 }, true],
    ["not with another name", "cloud:index:Bucket", ["name"], { name: "b", size: 1 }, false],
    [
      "not with one of two that differs",
      "cloud:index:Bucket",
      ["name", "size"],
      { name: "a", size: 2 },
      false,
    ],
    ["not of another type", "cloud:index:Topic", ["name"], { name: "a" }, false],
    ["not if nothing tells them apart", "cloud:index:Bucket", [], { name: "a" }, false],
    [
      "not where one is secret and the other is not",
      "cloud:index:Bucket",
      ["name"],
      { name: secretOf("a") },
      false,
    ],
  ])("%s", (_, type, identifiedBy, inputs, may) => {
    expect(mayReturn({ urn: "b", type, inputs, identifiedBy }, stored)).toBe(may);
  });
});
