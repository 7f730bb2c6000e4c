import { describe, expect, test } from "vitest";
import {
  assetOf,
  referenceTo,
  secretOf,
  unknown,
  unknownOf,
  type Planned,
  type Value,
  type ValueObject,
} from "../model/index.js";
import {
  brokenPremises,
  brokenPromises,
  brokenValues,
  inPlannedSpelling,
  type InputEquivalence,
} from "./premise.js";

const urn = "urn:pulumi:dev::shop::cloud:index:Bucket::logs";
const never = () => false;

/** Knows capitals and small letters of an image as the same, and `none` as none. */
const ignoringCase: InputEquivalence = (field, before, after) =>
  field === "image" && imageText(before) === imageText(after);

function imageText({ image }: ValueObject): string {
  return JSON.stringify(image ?? "none").toLowerCase();
}

function brokenPaths(planned: ValueObject, applied: ValueObject): readonly string[] {
  return brokenPremises(planned, applied, never).map(({ path }) => path);
}

describe("what the plan did not know may settle freely", () => {
  test.each<[string, Value, Value]>([
    ["an unknown", unknown, "anything"],
    ["an unknown of a kind", unknownOf("array"), [1, 2]],
    ["an unknown that comes to nothing", unknown, undefined],
    ["a secret unknown", secretOf(unknown), secretOf("anything")],
    ["a secret unknown that is no secret", secretOf(unknown), "anything"],
    ["an unknown that is secret", unknown, secretOf("anything")],
    ["part of an object", { a: unknown, b: 1 }, { a: [1], b: 1 }],
    ["part of an array", ["a", unknown], ["a", "b"]],
    ["an element that is as another was", [{ a: unknown, b: 1 }, unknown], [{ a: 2, b: 1 }, 7]],
    ["part of a secret", secretOf({ a: unknown, b: 1 }), secretOf({ a: 2, b: 1 })],
    ["part of what becomes secret", { a: unknown, b: secretOf(1) }, secretOf({ a: 2, b: 1 })],
    ["the id of a resource", referenceTo({ urn, id: unknown }), referenceTo({ urn, id: "b-1" })],
  ])("%s", (_, planned, applied) => {
    expect(brokenPremises({ field: planned }, { field: applied }, never)).toEqual([]);
  });
});

describe("what the plan knew must come out as it said", () => {
  test.each<[string, Value, Value, string[]]>([
    ["a value", "a", "b", ["field"]],
    ["a value that is gone", "a", undefined, ["field"]],
    ["a value that is new", undefined, "a", ["field"]],
    ["a value that is no longer known", "a", unknown, ["field"]],
    ["part of an object", { a: unknown, b: 1 }, { a: 2, b: 3 }, ["field.b"]],
    ["a new part", { a: unknown }, { a: 2, c: 3 }, ["field.c"]],
    ["part of an array", ["a", unknown], ["b", "c"], ["field[0]"]],
    ["a longer array", [unknown], [1, 2], ["field[1]"]],
    ["several", { a: 1, b: 2, c: 3 }, { a: 0, b: 2, c: 0 }, ["field.a", "field.c"]],
    ["a secret", secretOf("a"), secretOf("b"), ["field"]],
    ["that it is secret", secretOf("a"), "a", ["field"]],
    ["that it is not secret", "a", secretOf("a"), ["field"]],
    ["part of a secret", secretOf({ a: unknown, b: 1 }), secretOf({ a: 2, b: 3 }), ["field"]],
    ["an object that is none any more", { a: unknown, b: 1 }, "text", ["field"]],
    ["an object that is gone", { a: unknown, b: 1 }, undefined, ["field"]],
    ["an array that is an object", [unknown], { a: 1 }, ["field"]],
    ["a resource", referenceTo({ urn, id: unknown }), referenceTo({ urn: `${urn}-2`, id: "b-1" }), ["field"]],
    ["the id of a resource", referenceTo({ urn, id: "b-1" }), referenceTo({ urn, id: "b-2" }), ["field"]],
    ["the bytes of an asset", assetOf({ path: "a" }, "1"), assetOf({ path: "a" }, "2"), ["field"]],
    ["a key that needs quotes", { "a.b": 1 }, { "a.b": 2 }, ['field["a.b"]']],
  ])("%s", (_, planned, applied, paths) => {
    expect(brokenPaths({ field: planned }, { field: applied })).toEqual(paths);
  });

  test("both values are told, secrets still marked", () => {
    const planned = { size: 1, password: secretOf("old") };
    const applied = { size: 2, password: secretOf("new") };
    expect(brokenPremises(planned, applied, never)).toEqual([
      { path: "size", planned: 1, applied: 2 },
      { path: "password", planned: secretOf("old"), applied: secretOf("new") },
    ]);
  });
});

describe("no difference", () => {
  test.each<[string, ValueObject, ValueObject]>([
    ["null and absent", { a: null }, {}],
    ["undefined and absent", {}, { a: undefined }],
    ["order of keys", { a: 1, b: 2 }, { b: 2, a: 1 }],
    ["zero and minus zero", { a: 0 }, { a: -0 }],
    ["no number", { a: Number.NaN }, { a: Number.NaN }],
  ])("is %s", (_, planned, applied) => {
    expect(brokenPaths(planned, applied)).toEqual([]);
  });
});

test("keys of the prototype are data", () => {
  expect(brokenPaths({}, { constructor: 1 })).toEqual(["constructor"]);
  const odd = Object.fromEntries([["__proto__", 1]]);
  expect(brokenPaths(odd, {})).toEqual(["__proto__"]);
});

describe("equivalence", () => {
  const planned = { name: "LOGS", size: { min: 1, max: 2 }, zone: "a" };
  const applied = { name: "logs", size: { min: 1, max: 3 }, zone: "a" };

  test("decides over whole fields, with both spellings at hand", () => {
    const asked: unknown[] = [];
    const broken = brokenPremises(planned, applied, (field, before, after) => {
      asked.push([field, before, after]);
      return field === "name";
    });
    expect(broken.map(({ path }) => path)).toEqual(["size.max"]);
    expect(asked).toEqual([
      ["name", "LOGS", "logs"],
      ["size", { min: 1, max: 2 }, { min: 1, max: 3 }],
    ]);
  });

  test.each<[string, Value, Value, boolean]>([
    ["both are plain", "a", "A", true],
    ["both are secret", secretOf("a"), secretOf("A"), true],
    ["it became secret", "a", secretOf("A"), false],
    ["it is secret no more", secretOf("a"), "A", false],
    ["a part became secret", { a: "a" }, { a: secretOf("A") }, false],
  ])("is asked where %s: %j, %j: %s", (_, before, after, isSame) => {
    const broken = brokenPremises({ field: before }, { field: after }, () => true);
    expect(broken.length === 0).toBe(isSame);
  });

  test("is not asked about what the plan left open", () => {
    expect(
      brokenPremises({ a: unknown }, { a: 1 }, () => {
        throw new Error("asked");
      }),
    ).toEqual([]);
  });
});

describe("inputs that are not recorded", () => {
  const asked = (password: string): { readonly inputs: ValueObject; readonly options: {} } => ({
    inputs: { name: "ana", password },
    options: {},
  });
  const planned = (unrecorded?: true): Planned => ({
    inputs: { name: "ana" },
    outputs: {},
    change: "some",
    fields: [],
    unrecorded,
  });

  test("must come out as they were, and are secret in what is told of them", () => {
    const then = { ...asked("one"), planned: planned(true) };
    expect(brokenValues(then, asked("one"), never)).toEqual([]);
    expect(brokenValues(then, asked("two"), never)).toEqual([
      { path: "password", planned: secretOf("one"), applied: secretOf("two") },
    ]);
  });

  test("are told like all others where the provider says nothing of them", () => {
    const then = { ...asked("one"), planned: planned() };
    expect(brokenValues(then, asked("two"), never)).toEqual([
      { path: "password", planned: "one", applied: "two" },
    ]);
  });
});

describe("outputs", () => {
  const inputs = { image: "ab", region: "eu" };

  test.each<[string, planned: ValueObject, returned: ValueObject, paths: string[]]>([
    ["as planned", { image: "ab", size: 1 }, { image: "ab", size: 1 }, []],
    ["in another spelling of an input", { image: "ab" }, { image: "AB" }, []],
    ["another value of an input", { image: "ab" }, { image: "ac" }, ["image"]],
    ["in capitals, with the name of no input", { arn: "ab" }, { arn: "AB" }, ["arn"]],
    ["what the plan did not know", { image: unknown }, { image: "AB" }, []],
    ["not at all", { image: "ab" }, {}, ["image"]],
  ])("come back %s", (_, planned, outputs, paths) => {
    for (const isNew of [true, false]) {
      const broken = brokenPromises(planned, { inputs, outputs }, ignoringCase, isNew);
      expect(broken.map(({ path }) => path)).toEqual(paths);
    }
  });

  test.each<[what: string, isNew: boolean, paths: string[]]>([
    ["are open for a new object", true, []],
    ["are absent for one that is updated", false, ["arn"]],
  ])("that were not planned %s", (_, isNew, paths) => {
    const broken = brokenPromises({ size: 1 }, { inputs, outputs: { size: 1, arn: "a" } }, never, isNew);
    expect(broken.map(({ path }) => path)).toEqual(paths);
  });

  test("are compared beside the other inputs of the resource", () => {
    const asked: unknown[] = [];
    const isEquivalent: InputEquivalence = (...spellings) => {
      asked.push(spellings);
      return true;
    };
    brokenPromises({ image: "ab" }, { inputs, outputs: { image: "AB" } }, isEquivalent, true);
    expect(asked).toEqual([["image", { image: "ab", region: "eu" }, { image: "AB", region: "eu" }]]);
  });
});

describe("the spelling of a plan", () => {
  test.each<[string, planned: ValueObject, now: ValueObject, expected: ValueObject]>([
    ["takes the place of another one", { image: "ab" }, { image: "AB", size: 1 }, { image: "ab", size: 1 }],
    ["is not taken for another value", { image: "ab" }, { image: "ac" }, { image: "ac" }],
    ["is not taken where the type has none", { name: "ab" }, { name: "AB" }, { name: "AB" }],
    [
      "is not taken for a value that became secret",
      { image: "ab" },
      { image: secretOf("AB") },
      { image: secretOf("AB") },
    ],
    ["is not taken for what was not known", { image: unknown }, { image: "AB" }, { image: "AB" }],
    ["is not taken for what is not known now", { image: "ab" }, { image: unknown }, { image: unknown }],
    ["may be nothing", {}, { image: "none" }, {}],
    ["takes the place of nothing", { image: "none" }, {}, { image: "none" }],
  ])("%s", (_, planned, now, expected) => {
    expect(inPlannedSpelling(planned, now, ignoringCase)).toEqual(expected);
  });

  test("leaves inputs that are spelled alike as they are", () => {
    const inputs = { image: "ab", size: 1 };
    const asked = () => {
      throw new Error("asked");
    };
    expect(inPlannedSpelling({ image: "ab", size: 1 }, inputs, asked)).toBe(inputs);
  });
});
