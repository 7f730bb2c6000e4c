import { printPosition, type Plan, type RenameSuggestion, type SkippedCallback } from "../../model/index.js";
import { printable } from "../../std/printable.js";
import { shortenMiddle } from "../../std/shorten-text.js";
import { diagnosticLines } from "../diagnostic-text.js";
import { cutPieces, paintLines, styled, wrapPieces, type Line, type Pieces } from "../layout/index.js";
import { plainLook, type Look } from "../look.js";
import { positionText } from "../position-text.js";
import { quoted, resourceLabel, resourceName } from "../value/index.js";
import { outputLines } from "./output-lines.js";
import { planSummary } from "./plan-summary.js";
import { planTree } from "./plan-tree.js";
import { replaceOrders } from "./replace-order.js";
import { treeLines } from "./tree-lines.js";

/**
 * Renders a plan as text: the changes with their reasons as a tree of components, the changed outputs, the hints
 * for the user, and the summary. Unchanged resources are only counted.
 */
export function planText(plan: Plan, look: Look = plainLook): string {
  const orders = replaceOrders(plan);
  const blocks = [
    treeLines(planTree(plan, look.verbose), look, (urn) => orders.get(urn)),
    outputLines(plan.outputChanges, look),
    skippedLines(plan, look),
    heldLines(plan, look),
    suggestionLines(plan.suggestions, look),
    planSummary(plan, look.width),
  ];
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => paintLines(block, look))
    .join("\n");
}

/** Suggests renames, each with the command that performs it. */
function suggestionLines(suggestions: readonly RenameSuggestion[], look: Look): readonly Line[] {
  if (suggestions.length === 0) return [];
  return [
    ...wrapPieces([styled("strong", "Possible renames. To keep the existing objects, run:")], look.width),
    ...suggestions.flatMap((suggestion): readonly Line[] => [
      ...suggested(suggestion, look),
      // Never cut: the user may paste it.
      ["      ", styled("strong", look.command(suggestion.command))],
    ]),
  ];
}

function suggested({ from, to, evidence }: RenameSuggestion, { verbose, width }: Look): readonly Line[] {
  const [old, now] = [resourceName(from), resourceName(to)];
  const because = evidence.length === 0 ? [] : [styled("faint", `  (${evidence.join("; ")})`)];
  if (!verbose && old.name !== now.name) {
    const pieces = [resourceLabel(from), " -> ", quoted(now.name), ...because];
    return indented(wrapPieces(pieces, width - 4), "  ", "    ");
  }
  const fit = (urn: string) => (verbose ? urn : shortenMiddle(printable(urn), width - 5));
  return [["  ", fit(from)], ["  -> ", fit(to)], ...because.map((piece) => cutPieces(["   ", piece], width))];
}

/** Lists callbacks that create resources and have not run, with their positions and their dependencies. */
function skippedLines(plan: Plan, look: Look): readonly Line[] {
  const left = leftBy(plan);
  const skipped = plan.skipped ?? [];
  const isTold = ({ position, givesMembers }: SkippedCallback) =>
    look.verbose ||
    givesMembers ||
    left.has(position === undefined ? "" : printPosition(position)) ||
    left.has("");
  const lines = skipped.filter(isTold).flatMap((callback) => {
    const place = callback.position === undefined ? "" : printPosition(callback.position);
    return indented(
      wrapPieces(skippedText(callback, left.get(place) ?? 0, look), look.width - 4),
      "  ",
      "    ",
    );
  });
  if (lines.length === 0) return [];
  return [
    ...wrapPieces(
      [styled("strong", "Callbacks not run yet (their input is known after apply):")],
      look.width,
    ),
    ...lines,
  ];
}

function skippedText(
  { position, waitsFor, givesMembers }: SkippedCallback,
  left: number,
  look: Look,
): Pieces {
  const where = position === undefined ? "a callback" : positionText(position, look);
  const waits = waitsFor.length === 0 ? "" : `, waiting for ${listed(waitsFor.map(resourceLabel))}`;
  const then = givesMembers
    ? "using the members of the last run"
    : left === 0
      ? "the resources it creates are not in this plan"
      : left === 1
        ? "1 resource it created is left unchanged"
        : `${left} resources it created are left unchanged`;
  return [styled("note", where), `${waits}: ${then}`];
}

/** Lists the first few labels and the number of the others. */
function listed(labels: readonly string[]): string {
  const most = 3;
  const shown = labels.slice(0, most).join(", ");
  return labels.length <= most ? shown : `${shown} and ${labels.length - most} more`;
}

/**
 * Counts the undetermined resources by the position of the callback that created them; under "" if the callback is
 * uncertain.
 */
function leftBy({ changes }: Plan): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { reasons } of changes) {
    for (const reason of reasons) {
      if (reason.kind !== "callback-did-not-run") continue;
      const place = reason.position === undefined ? "" : printPosition(reason.position);
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
  }
  return counts;
}

/** Says why some resources are left unchanged. */
function heldLines({ held }: Plan, look: Look): readonly Line[] {
  if (held.length === 0) return [];
  const inner = { ...look, width: look.width - 2 };
  return [
    [styled("strong", "Left unchanged:")],
    ...held.flatMap((diagnostic) => indented(diagnosticLines(diagnostic, inner), "  ", "  ")),
  ];
}

function indented(lines: readonly Line[], first: string, rest: string): readonly Line[] {
  return lines.map((line, index) => [index === 0 ? first : rest, ...line]);
}
