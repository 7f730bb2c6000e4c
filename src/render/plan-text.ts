import type { Change, ChangeAction, Plan, RenameSuggestion } from "../model/index.js";
import { changeDetails, type ChangeDetail } from "./change-details.js";
import { reasonText } from "./reason-text.js";
import { sidesText } from "./sides-text.js";

/** A plan as text: what changes and why, then how much of each. What stays the same, as far as that is known, is only counted. */
export function planText(plan: Plan): string {
  const lines = plan.changes
    .filter(isShown)
    .flatMap((change) => [headline(change), ...details(change).map((line) => `      ${line}`)]);
  const blocks = [lines, suggestionLines(plan.suggestions), [summaryLine(plan.changes)]];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join("\n"))
    .join("\n\n")}\n`;
}

/** What is left out of a plan is shown only where that means that it will not exist. */
function isShown({ action, planned, prior }: Change): boolean {
  if (action === "skip") return prior === undefined;
  return (action !== "same" && action !== "read") || planned?.deferred !== undefined;
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
  skip: "/",
};

function headline({ action, type, name, reasons, renamedFrom }: Change): string {
  const former = renamedFrom === undefined ? "" : `was ${renamedFrom}`;
  const why = [former, ...reasons.map(reasonText)].filter((text) => text !== "");
  return `  ${symbols[action]} ${type} ${JSON.stringify(name)}${why.length === 0 ? "" : `  (${why.join("; ")})`}`;
}

function details(change: Change): readonly string[] {
  const { planned, prior } = change;
  const { shown, hidden } = changeDetails(change);
  const deferred =
    planned?.deferred === undefined ? [] : [prior ? `not read: ${planned.deferred}` : planned.deferred];
  const count = hidden === 0 ? [] : [`${hidden} ${hidden === 1 ? "change" : "changes"} not shown`];
  return [...deferred, ...shown.map(detailLine), ...count];
}

function detailLine(detail: ChangeDetail): string {
  const remarks = [
    ...(detail.of === "drift" ? ["drift"] : []),
    ...(detail.replaces ? ["forces replacement"] : []),
  ];
  return `${detail.path}: ${sidesText(detail)}${remarks.length === 0 ? "" : `  (${remarks.join("; ")})`}`;
}

function suggestionLines(suggestions: readonly RenameSuggestion[]): readonly string[] {
  if (suggestions.length === 0) return [];
  return [
    "Perhaps renamed. If so, say it, and nothing is deleted:",
    ...suggestions.flatMap(({ from, to, evidence, command }) => [
      `  ${from}`,
      `  -> ${to}${evidence.length === 0 ? "" : `  (${evidence.join("; ")})`}`,
      `      ${command}`,
    ]),
  ];
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
