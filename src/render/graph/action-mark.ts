import type { ChangeAction } from "../../model/index.js";
import type { Style } from "../look.js";

/** How pictures show what a plan does to a resource. */
export interface ActionMark {
  readonly symbol: string;
  readonly words: string;
  /** Which of a few colours it has; none for what stays as it is. */
  readonly style?: Style;
}

export function actionMark(action: ChangeAction): ActionMark {
  return marks[action];
}

/** In the order in which a legend lists them. */
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
  "same",
];

const marks: Record<ChangeAction, ActionMark> = {
  create: { symbol: "+", words: "to create", style: "create" },
  update: { symbol: "~", words: "to update", style: "update" },
  replace: { symbol: "±", words: "to replace", style: "replace" },
  delete: { symbol: "-", words: "to delete", style: "delete" },
  import: { symbol: "=", words: "to import", style: "create" },
  refresh: { symbol: "↻", words: "to refresh", style: "update" },
  record: { symbol: "·", words: "to record", style: "record" },
  read: { symbol: ">", words: "to read" },
  forget: { symbol: "∅", words: "to forget", style: "delete" },
  undetermined: { symbol: "?", words: "undetermined", style: "drift" },
  skip: { symbol: "/", words: "left alone", style: "faint" },
  same: { symbol: "", words: "unchanged" },
};
