import {
  diffValues,
  printPropertyPath,
  type Change,
  type ChangeAction,
  type Plan,
  type Reason,
  type ValueChange,
} from "../model/index.js";
import { valueText } from "./value-text.js";

/** A plan as text: what changes and why, then how much of each. What stays the same, as far as that is known, is only counted. */
export function planText(plan: Plan): string {
  const shown = plan.changes.filter(isShown);
  const lines = shown.flatMap((change) => [
    headline(change),
    ...details(change).map((line) => `      ${line}`),
  ]);
  const summary = summaryLine(plan.changes);
  return [...lines, ...(lines.length > 0 ? [""] : []), summary, ""].join("\n");
}

function isShown({ action, planned }: Change): boolean {
  return (action !== "same" && action !== "read" && action !== "skip") || planned?.deferred !== undefined;
}

const symbols: Record<ChangeAction, string> = {
  create: "+",
  update: "~",
  replace: "±",
  delete: "-",
  record: "·",
  same: " ",
  read: ">",
  forget: "∅",
  undetermined: "?",
  import: "=",
  refresh: "↻",
  skip: " ",
};

function headline({ action, type, name, reasons }: Change): string {
  const why = reasons.map(reasonText).filter((text) => text !== "");
  return `  ${symbols[action]} ${type} ${JSON.stringify(name)}${why.length === 0 ? "" : `  (${why.join("; ")})`}`;
}

function reasonText(reason: Reason): string {
  switch (reason.kind) {
    case "no-longer-present":
      return "no longer present";
    case "owed":
      return "its replacement was interrupted";
    case "managed-differently":
      return `managed by ${reason.after} instead of ${reason.before}`;
    case "forced":
      return `forced: ${reason.by}`;
    case "drift":
      return `drift: ${reason.fields.map(({ path }) => path).join(", ")}`;
    case "unfinished":
      return `unfinished: ${reason.why.join(", ")}`;
    case "bookkeeping":
      return `recorded: ${reason.what.join(", ")}`;
    case "callback-did-not-run":
      return "undetermined: the callback that makes it has not run";
    case "assumed-member":
      return "as in the last run: what it is a member of is known after apply";
    case "imported":
      return `adopts ${JSON.stringify(reason.id)}`;
    case "observed":
      return `observed: ${reason.fields.map(({ path }) => path).join(", ")}`;
    default:
      return "";
  }
}

function details({ action, prior, planned, inputs, reasons }: Change): string[] {
  const deferred =
    planned?.deferred === undefined ? [] : [prior ? `not read: ${planned.deferred}` : planned.deferred];
  if (action !== "create" && action !== "update" && action !== "replace") return deferred;
  const replacing = new Set(
    reasons.flatMap((reason) =>
      reason.kind === "fields"
        ? reason.fields.filter(({ replaces }) => replaces).map(({ path }) => path)
        : [],
    ),
  );
  const before = action === "create" ? {} : (prior?.inputs ?? {});
  const changes = diffValues(before, planned?.inputs ?? inputs);
  return [...deferred, ...changes.map((change) => detail(change, replacing))];
}

function detail(change: ValueChange, replacing: ReadonlySet<string>): string {
  const path = printPropertyPath(change.path);
  const forces = [...replacing].some(
    (field) => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`),
  );
  const values =
    change.kind === "add"
      ? valueText(change.after)
      : change.kind === "delete"
        ? `${valueText(change.before)} -> null`
        : `${valueText(change.before)} -> ${valueText(change.after)}`;
  return `${path}: ${values}${forces ? "  (forces replacement)" : ""}`;
}

const counted: readonly (readonly [ChangeAction, string])[] = [
  ["create", "to create"],
  ["update", "to update"],
  ["replace", "to replace"],
  ["delete", "to delete"],
  ["forget", "to forget"],
  ["import", "to import"],
  ["refresh", "to refresh"],
  ["record", "to record"],
  ["undetermined", "undetermined"],
  ["same", "unchanged"],
  ["skip", "left alone"],
];

function summaryLine(changes: readonly Change[]): string {
  const parts = counted.flatMap(([action, words]) => {
    const count = changes.filter((change) => change.action === action).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return parts.length === 0 ? "Nothing to do." : `Plan: ${parts.join(", ")}.`;
}
