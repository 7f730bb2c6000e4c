import type { Planned, PlannedField } from "../model/index.js";
import { decide, type Decision } from "./decide.js";

export type ImportDecision =
  | { readonly ok: true; readonly decision: Decision; readonly differs: boolean }
  /** What was found differs in a way that an update cannot mend. */
  | { readonly ok: false; readonly fields: readonly PlannedField[] };

/**
 * What happens to an object that a resource is to adopt. `planned` was planned against what was found: a
 * difference is updated in the same step, and one that needs a new object refuses the adoption.
 */
export function decideImport(id: string, planned: Planned): ImportDecision {
  const { action, reasons } = decide({
    kind: "custom",
    prior: { kind: "custom", status: "current" },
    observed: "present",
    planned,
    forced: [],
    bookkeeping: [],
  });
  if (action === "replace") return { ok: false, fields: planned.fields.filter(({ replaces }) => replaces) };
  const decision: Decision = { action: "import", reasons: [{ kind: "imported", id }, ...reasons] };
  return { ok: true, decision, differs: action !== "same" };
}
