import assert from "node:assert/strict";
import type { StackPlan } from "../../../src/engine/index.js";
import { isKnown, type Value } from "../../../src/model/index.js";
import type { Commanded } from "../commands.js";

/**
 * A run with a step that was not done, or one that was refused, records no outputs. A run that could not write may have
 * recorded them before that.
 */
export function checkOutputsKept({ ending, before, after }: Commanded): void {
  if (ending.kind === "crashed") return;
  const { diagnostics } = ending.kind === "refused" ? ending : ending.value;
  const isDone =
    ending.kind === "ended" &&
    ending.value.reports.every(({ result }) => result === "done" || result === "skipped");
  if (isDone || diagnostics.some(({ code }) => code.startsWith("store/"))) return;
  assert.deepEqual(after.outputs, before.outputs, "the outputs of the stack after a run that failed");
}

/** An apply that succeeded has recorded the outputs that its plan showed, and left the others as they were. */
export function checkOutputsShown({ plan }: StackPlan, { before, after, isOk }: Commanded): void {
  if (!isOk) return;
  const expected = new Map<string, Value>(Object.entries(before.outputs));
  for (const { name, kind, after: value } of plan.outputChanges) {
    const recorded = after.outputs[name];
    if (kind === "delete") expected.delete(name);
    else expected.set(name, value !== undefined && isKnown(value) ? value : (recorded ?? "a value"));
  }
  assert.deepEqual(after.outputs, Object.fromEntries(expected), "the outputs that the plan showed");
}
