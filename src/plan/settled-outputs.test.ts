import { describe, expect, test } from "vitest";
import {
  anyOutput,
  type OutputChange,
  referenceTo,
  secretOf,
  unknown,
  type Value,
  type ValueObject,
} from "../model/index.js";
import { type AppliedOutputs, knownOutputs, settledOutputs, stackOutputs } from "./settled-outputs.js";

function change(name: string, after: OutputChange["after"] = unknown): OutputChange {
  return { name, kind: "update", before: 0, after, sources: [] };
}

interface Given {
  readonly recorded?: ValueObject;
  readonly planned: ValueObject;
  /** The names of the outputs that the plan said would change. */
  readonly changes?: readonly string[];
  readonly applied: ValueObject;
  readonly isEquivalent?: AppliedOutputs["isEquivalent"];
}

function settled({ recorded = {}, planned, changes = [], applied, isEquivalent = () => false }: Given) {
  const shown = changes.map((name) => change(name, planned[name]));
  return settledOutputs({ recorded, planned, changes: shown, applied, isEquivalent });
}

test.each<[string, Given, ValueObject]>([
  ["what came out as planned", { planned: { a: 2 }, changes: ["a"], applied: { a: 2 } }, { a: 2 }],
  ["what was to become known", { planned: { a: unknown }, changes: ["a"], applied: { a: 2 } }, { a: 2 }],
  [
    "what was to become known and did not",
    { recorded: { a: 1 }, planned: { a: unknown }, changes: ["a"], applied: { a: unknown } },
    { a: 1 },
  ],
  [
    "what the plan left open",
    { recorded: { a: 1 }, planned: { a: unknown }, applied: { a: unknown } },
    { a: 1 },
  ],
  [
    "the same, though it is known now",
    { recorded: { a: 1 }, planned: { a: unknown }, applied: { a: 2 } },
    { a: 1 },
  ],
  ["what was open and is in no record", { planned: { a: unknown }, applied: { a: 2 } }, {}],
  [
    "what is partly open",
    { recorded: { a: 1 }, planned: { a: [1, unknown] }, applied: { a: [2, 3] } },
    { a: 1 },
  ],
  [
    "what is gone",
    { recorded: { a: 1, b: 1 }, planned: { b: 1 }, changes: ["a"], applied: { b: 1 } },
    { b: 1 },
  ],
  ["null", { planned: { a: null }, applied: { a: null } }, { a: null }],
  [
    "outputs whose names were not known",
    {
      recorded: { a: 1 },
      planned: { a: unknown, [anyOutput]: unknown },
      changes: ["a", anyOutput],
      applied: { b: 2 },
    },
    { b: 2 },
  ],
  [
    "the same, where the plan left them open",
    { recorded: { a: 1 }, planned: { a: unknown, [anyOutput]: unknown }, applied: { a: 2, b: 2 } },
    { a: 1 },
  ],
])("recorded: %s", (_, given, outputs) => {
  expect(settled(given)).toEqual({ outputs, broken: [] });
});

test.each<[string, Given, readonly string[]]>([
  ["another value", { planned: { a: 1 }, changes: ["a"], applied: { a: 2 } }, ["a"]],
  ["another value of what was to stay", { recorded: { a: 1 }, planned: { a: 1 }, applied: { a: 2 } }, ["a"]],
  [
    "a known part",
    { planned: { a: { b: 1, c: unknown } }, changes: ["a"], applied: { a: { b: 2, c: 3 } } },
    ["a.b"],
  ],
  ["nothing", { planned: { a: 1 }, changes: ["a"], applied: {} }, ["a"]],
  ["one that was not planned", { planned: {}, applied: { a: 1 } }, ["a"]],
  ["no secret any more", { planned: { a: secretOf(1) }, applied: { a: 1 } }, ["a"]],
])("broken: %s", (_, given, paths) => {
  expect(settled(given).broken.map(({ path }) => path)).toEqual(paths);
});

test("a spelling that is equivalent is recorded as it came out", () => {
  const given = { recorded: { a: "x" }, planned: { a: "x" }, applied: { a: "X" } };
  expect(settled({ ...given, isEquivalent: (name) => name === "a" })).toEqual({
    outputs: { a: "X" },
    broken: [],
  });
});

describe("outputs of a component", () => {
  test.each<[string, ValueObject, ValueObject, ValueObject]>([
    ["what is known is taken", { a: 2 }, { a: 1 }, { a: 2 }],
    ["what is not known stays", { a: unknown, b: 2 }, { a: 1 }, { a: 1, b: 2 }],
    ["what is partly known stays", { a: { b: unknown, c: 2 } }, { a: 1 }, { a: 1 }],
    ["what is secret and not known stays", { a: secretOf(unknown) }, { a: 1 }, { a: 1 }],
    ["what never was known is left out", { a: unknown }, {}, {}],
    ["what is not asked for any more goes", {}, { a: 1 }, {}],
    ["names are data", { ["__proto__"]: unknown }, {}, {}],
  ])("%s", (_title, outputs, last, expected) => {
    expect(knownOutputs(outputs, last)).toEqual(expected);
  });
});

describe("the outputs by name", () => {
  test.each<[string, Value, ValueObject]>([
    ["an object", { a: 1, b: unknown }, { a: 1, b: unknown }],
    ["a secret object", secretOf({ a: 1 }), { a: secretOf(1) }],
    ["an object that is not known yet", unknown, { last: unknown, [anyOutput]: unknown }],
    [
      "a secret object that is not known yet",
      secretOf(unknown),
      { last: secretOf(unknown), [anyOutput]: secretOf(unknown) },
    ],
    ["nothing", undefined, {}],
    ["a text", "text", {}],
    ["a list", [1, 2], {}],
    ["a resource", referenceTo({ urn: "urn", id: "1" }), {}],
  ])("%s", (_, returned, outputs) => {
    expect(stackOutputs(returned, { last: 1 })).toEqual(outputs);
  });
});
