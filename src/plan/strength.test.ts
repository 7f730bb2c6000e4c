import { expect, test } from "vitest";
import type { StepAction } from "../model/index.js";
import { isStronger, type SettledAction, type SettledChange } from "./strength.js";

/** The actions that each step may and may not perform. */
test.each<[step: StepAction, may: readonly SettledAction[], mayNot: readonly SettledAction[]]>([
  ["confirm", ["same", "record"], ["update", "replace"]],
  ["record", ["same", "record"], ["update", "replace"]],
  ["update", ["same", "record", "update"], ["replace"]],
  ["import", ["same", "record", "update"], ["replace"]],
  ["create", ["same", "record", "update", "replace"], []],
  ["read", ["same"], ["record", "update", "replace"]],
])("a step that would %s may come to %j, not to %j", (step, may, mayNot) => {
  for (const action of may) expect(isStronger({ action }, { action: step })).toBe(false);
  for (const action of mayNot) expect(isStronger({ action }, { action: step })).toBe(true);
});

test.each<[now: SettledChange["replaceOrder"], deletesFirst: boolean, stronger: boolean]>([
  ["create-first", false, false],
  ["delete-first", false, true],
  ["create-first", true, false],
  ["delete-first", true, false],
  [undefined, false, false],
])(
  "a replacement %s where deleting first was planned: %s, is stronger: %s",
  (order, deletesFirst, stronger) => {
    const now: SettledChange = { action: "replace", ...(order !== undefined && { replaceOrder: order }) };
    expect(isStronger(now, { action: "create", deletesFirst })).toBe(stronger);
  },
);
