import { describe, expect, test } from "vitest";
import { change, planOf } from "../../tests/support/sample-plan.js";
import { secretOf, unknown, type OutputChange, type Plan } from "../model/index.js";
import { explainOutput, hasOutput, noSuchOutput } from "./explain-output.js";

const replaced = change("replace", "logs", { before: {}, decoded: {} });
const still = change("same", "site", { before: {}, after: {} });

function planWith(outputChanges: readonly OutputChange[], outputs: Plan["outputs"] = {}): Plan {
  return { ...planOf(replaced, still), outputs, outputChanges };
}

const arn: OutputChange = {
  name: "arn",
  kind: "update",
  before: "arn:1",
  after: unknown,
  sources: [{ urn: replaced.urn, reads: ["arn"] }, { urn: still.urn }, { urn: "elsewhere" }],
};

test("an output comes from the resources of which something moves, and these are explained too", () => {
  const { output, explanations } = explainOutput(planWith([arn], { arn: unknown }), "arn");
  expect(output).toMatchObject({
    name: "arn",
    change: "update",
    before: "arn:1",
    after: unknown,
    from: [{ kind: "resource", properties: ["arn"], cause: { urn: replaced.urn, action: "replace" } }],
  });
  expect(explanations.map(({ urn }) => urn)).toEqual([replaced.urn]);
});

test.each<[string, OutputChange, object]>([
  [
    "the program, where nothing that it reads moves",
    { name: "a", kind: "add", after: 1, sources: [{ urn: still.urn, reads: ["urn"] }] },
    { change: "add", after: 1, from: [{ kind: "program" }] },
  ],
  [
    "nowhere, where it is removed",
    { name: "a", kind: "delete", before: 1, sources: [] },
    { before: 1, from: [] },
  ],
  [
    "hidden sides, where one is secret",
    { name: "a", kind: "update", before: "x", after: secretOf("y"), sources: [] },
    { before: secretOf("x"), after: secretOf("y") },
  ],
])("an output comes from %s", (_, given, expected) => {
  const { output, explanations } = explainOutput(planWith([given]), "a");
  expect(output).toMatchObject(expected);
  expect(explanations).toEqual([]);
});

describe("an output that stays", () => {
  test.each<[string, Plan["outputs"], object]>([
    ["is known", { a: 1 }, { name: "a", change: "none", from: [] }],
    ["is left open", { a: unknown }, { name: "a", change: "none", keepsLast: true, from: [] }],
  ])("because it %s", (_, outputs, expected) => {
    expect(explainOutput(planWith([], outputs), "a")).toEqual({ output: expected, explanations: [] });
  });
});

test.each<[string, boolean]>([
  ["arn", true],
  ["kept", true],
  ["other", false],
  ["constructor", false],
])("whether there is an output %s: %s", (name, isThere) => {
  expect(hasOutput(planWith([arn], { kept: 1 }), name)).toBe(isThere);
});

test("an output that is not there is told with what may have been meant", () => {
  expect(noSuchOutput("ulr", ["arn", "url"])).toMatchObject({
    code: "plan/no-such-output",
    detail: 'This stack has no output named "ulr". Did you mean url?',
  });
  expect(noSuchOutput("x".repeat(500), []).detail.length).toBeLessThan(300);
});
