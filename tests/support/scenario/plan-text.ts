import type { Change, Plan, Reason } from "../../../src/model/index.js";
import { labelOf, labelOfUrn } from "./label.js";

/** What a plan shows, a line per change: `replace disk d (size) delete-first`. */
export function planText(plan: Plan, { unchanged }: { readonly unchanged: boolean }): string {
  return plan.changes
    .filter(({ action }) => unchanged || (action !== "same" && action !== "read" && action !== "skip"))
    .map((change) => changeLine(change, plan))
    .join("\n");
}

/** The outputs that a plan changes, by name. */
export function outputNames({ outputChanges }: Plan): readonly string[] {
  return outputChanges.map(({ name }) => name);
}

function changeLine(change: Change, plan: Plan): string {
  const reasons = change.reasons.map(reasonText).filter((text) => text !== "");
  const order = change.action === "replace" && isDeleteFirst(change.urn, plan) ? ["delete-first"] : [];
  return [
    change.action,
    labelOf(change),
    ...(reasons.length === 0 ? [] : [`(${reasons.join("; ")})`]),
    ...order,
  ].join(" ");
}

function isDeleteFirst(urn: string, { steps }: Plan): boolean {
  const own = steps.filter((step) => step.urn === urn && step.replacement);
  const removal = own.find(({ action }) => action === "delete" || action === "forget");
  const creation = own.find(({ action }) => action === "create");
  return removal !== undefined && creation !== undefined && creation.after.includes(removal.id);
}

function reasonText(reason: Reason): string {
  switch (reason.kind) {
    case "not-in-state":
    case "not-in-program":
      return "";
    case "no-longer-present":
      return "gone";
    case "fields":
      return reason.fields.map(({ path }) => path).join(", ");
    case "drift":
      return `drift: ${reason.fields.map(({ path }) => path).join(", ")}`;
    case "forced":
      return reason.by;
    case "bookkeeping":
      return reason.what.join(", ");
    case "managed-differently":
      return `${reason.before} -> ${reason.after}`;
    case "callback-did-not-run":
      return "callback did not run";
    case "assumed-member":
      return "as in the last run";
    case "repeated":
      return reason.next === undefined ? "repeated" : `repeated, then ${reason.next}`;
    case "imported":
      return reason.id;
    case "observed":
      return reason.fields.map(({ path }) => path).join(", ");
    case "in-use":
      return `in use by ${labelOfUrn(reason.by)}`;
    case "not-targeted":
      return "not targeted";
    case "provider-failed":
      return "provider failed";
    case "needs-failed":
      return `needs ${labelOfUrn(reason.of)}`;
    case "needed-by-failed":
      return `needed by ${labelOfUrn(reason.of)}`;
    case "owed":
    case "unfinished":
      return reason.kind;
  }
}
