import type { Change, ChangeAction, Plan } from "../../model/index.js";
import { counted } from "../../std/counted.js";
import { fillLines, styled, type Line, type Piece } from "../layout/index.js";
import { changeMarks } from "./change-mark.js";

const countedActions: readonly (readonly [ChangeAction, string])[] = [
  ["create", "to create"],
  ["update", "to update"],
  ["replace", "to replace"],
  ["delete", "to delete"],
  ["forget", "to forget"],
  ["import", "to import"],
  ["refresh", "to refresh"],
  ["record", "to record"],
  ["undetermined", "known after apply"],
  ["same", "unchanged"],
  ["skip", "skipped"],
  ["failed", "could not be planned"],
];

/** Counts the changes of a plan by action, in one sentence. */
export function planSummary(
  { changes, outputChanges }: Pick<Plan, "changes" | "outputChanges">,
  width: number,
): readonly Line[] {
  const outputs = outputChanges.length;
  const parts = [
    ...countedChanges(changes),
    ...(outputs === 0 ? [] : [styled("update", `${counted(outputs, "output")} to change`)]),
  ];
  if (parts.length === 0) return [[styled("strong", "No changes.")]];
  const words = parts.map((part, index) => ({
    spaces: " ",
    parts: [part, index === parts.length - 1 ? "." : ","],
  }));
  return fillLines([{ spaces: "", parts: [styled("strong", "Plan:")] }, ...words], width);
}

/** Counts the changes by action: `3 to create`. */
export function countedChanges(changes: Iterable<Change>): readonly Piece[] {
  const counts = new Map<ChangeAction, number>();
  for (const { action } of changes) counts.set(action, (counts.get(action) ?? 0) + 1);
  return countedActions.flatMap(([action, words]) => {
    const count = counts.get(action);
    return count === undefined ? [] : [styled(changeMarks[action].style, `${count} ${words}`)];
  });
}
