import type { ChangeAction, StepAction } from "../model/index.js";
import type { Decision } from "./decide.js";

/** The possible actions for the known values of a planned change. */
export type SettledAction = Extract<ChangeAction, "same" | "record" | "update" | "replace">;

/** A settled action, with the order of a replacement. */
export interface SettledChange extends Pick<Decision, "replaceOrder"> {
  readonly action: SettledAction;
}

/** The limits of a step. */
export interface PlannedStep {
  readonly action: StepAction;
  /** For a create that replaces an object: whether the plan deletes that object first. */
  readonly deletesFirst?: boolean;
}

/**
 * True if the known values need a stronger action than a step may perform: `same < record < update < replace`, and
 * a replacement that creates first is weaker than one that deletes first. A confirming step may also record,
 * because that calls no provider.
 */
export function isStronger(now: SettledChange, { action, deletesFirst = false }: PlannedStep): boolean {
  const isDeleteFirst = now.action === "replace" && now.replaceOrder === "delete-first";
  const limit = deletesFirst ? asked.deleteFirst : limits[action];
  return asked[isDeleteFirst ? "deleteFirst" : now.action] > limit;
}

/** The actions for known values, weakest first. */
const asked = { same: 0, record: 1, update: 2, replace: 3, deleteFirst: 4 } as const;

/** The strongest action that a step may perform. */
const limits: { readonly [Action in StepAction]: number } = {
  read: asked.same,
  refresh: asked.same,
  forget: asked.same,
  confirm: asked.record,
  record: asked.record,
  update: asked.update,
  import: asked.update,
  create: asked.replace,
  delete: asked.deleteFirst,
};
