import { describe, expect, test } from "vitest";
import { unknown, type Diagnostic, type OutputChange, type Step, type StepAction } from "../model/index.js";
import { warningsNotShown, whatWasNotShown } from "./not-shown.js";

function change(name: string, after: OutputChange["after"] = unknown): OutputChange {
  return { name, kind: "update", before: 0, after, sources: [] };
}

/** `create a` */
function steps(...ids: readonly string[]): readonly Step[] {
  return ids.map((id) => {
    const [action, urn] = id.split(" ");
    return { id, action: action as StepAction, urn: urn!, after: [], replacement: false };
  });
}

describe("of what a plan changes now, was not shown", () => {
  test.each<[string, readonly OutputChange[], readonly OutputChange[], readonly string[]]>([
    ["nothing", [change("a", 1), change("b")], [change("a", 1)], []],
    ["what was not known then", [change("a")], [change("a", 1)], []],
    ["one more", [change("a", 1)], [change("a", 1), change("b", 1)], ["b"]],
    ["another value", [change("a", 1)], [change("a", 2)], ["a"]],
    ["that it goes", [change("a", 1)], [{ name: "a", kind: "delete", before: 0, sources: [] }], ["a"]],
  ])("%s", (_, shown, now, names) => {
    const plan = (outputChanges: readonly OutputChange[]) => ({ steps: [], outputChanges });
    const found = whatWasNotShown(plan(shown), plan(now), []);
    expect(found).toEqual(names.map((name) => `output ${name}`));
  });
});

describe("of the steps of a plan, those were not shown", () => {
  const adopted = [{ urn: "a", what: "adopted" }];
  test.each<[situation: string, shown: string[], now: string[], settled: typeof adopted, found: string[]]>([
    ["the same", ["create a", "update b"], ["create a", "update b"], [], []],
    ["fewer", ["create a", "update b"], ["create a"], [], []],
    ["one more", ["create a"], ["create a", "update b"], [], ["update b"]],
    ["another action", ["update a"], ["delete a"], [], ["delete a"]],
    ["nothing is done by confirming", [], ["confirm a"], [], []],
    ["an update of what was created meanwhile", ["create a"], ["update a"], adopted, []],
    ["an update of what was not shown as created", ["update b"], ["update a"], adopted, ["update a"]],
    ["a delete of what was created meanwhile", ["create a"], ["delete a"], adopted, ["delete a"]],
    [
      "an update of what was found gone",
      ["create a"],
      ["update a"],
      [{ urn: "a", what: "gone" }],
      ["update a"],
    ],
  ])("%s", (_, shown, now, settled, found) => {
    const plan = (ids: readonly string[]) => ({ steps: steps(...ids), outputChanges: [] });
    expect(whatWasNotShown(plan(shown), plan(now), settled)).toEqual(found);
  });
});

test("a warning was shown if its code and its detail are the same", () => {
  const warning = (code: string, detail: string): Diagnostic =>
    ({ code, detail, severity: "warning", title: "" }) as unknown as Diagnostic;
  const shown = [warning("engine/a", "x"), warning("engine/b", "y")];
  const others = [warning("engine/a", "y"), warning("engine/c", "x")];
  expect(warningsNotShown({ warnings: shown }, [...shown, ...others])).toEqual(others);
});
