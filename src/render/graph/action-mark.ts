import type { ChangeAction } from "../../model/index.js";
import type { Style } from "../look.js";
import { changeMarks } from "../plan/index.js";

/** How diagrams show the action of a plan on a resource. The symbol is the same as in the plan. */
export interface ActionMark {
  readonly symbol: string;
  readonly words: string;
  /** The color; absent for unchanged resources. */
  readonly style?: Style;
}

export function actionMark(action: ChangeAction): ActionMark {
  return { ...words[action], symbol: changeMarks[action].symbol.trim() };
}

/** In the order of the legend. */
export const markedActions: readonly ChangeAction[] = [
  "create",
  "update",
  "replace",
  "delete",
  "import",
  "refresh",
  "record",
  "read",
  "forget",
  "undetermined",
  "skip",
  "failed",
  "same",
];

const words: Record<ChangeAction, Omit<ActionMark, "symbol">> = {
  create: { words: "to create", style: "create" },
  update: { words: "to update", style: "update" },
  replace: { words: "to replace", style: "replace" },
  delete: { words: "to delete", style: "delete" },
  import: { words: "to import", style: "create" },
  refresh: { words: "to refresh", style: "update" },
  record: { words: "to record", style: "record" },
  read: { words: "to read" },
  forget: { words: "to forget", style: "delete" },
  undetermined: { words: "known after apply", style: "drift" },
  skip: { words: "skipped", style: "faint" },
  failed: { words: "could not be planned", style: "delete" },
  same: { words: "unchanged" },
};
