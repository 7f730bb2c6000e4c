import type { ChangeAction } from "../../model/index.js";
import type { Style } from "../look.js";

/** The symbol and style of a change. */
export interface ChangeMark {
  readonly symbol: string;
  readonly style: Style;
}

export const changeMarks: Readonly<Record<ChangeAction, ChangeMark>> = {
  create: { symbol: "+", style: "create" },
  update: { symbol: "~", style: "update" },
  replace: { symbol: "±", style: "replace" },
  delete: { symbol: "-", style: "delete" },
  record: { symbol: "·", style: "record" },
  same: { symbol: " ", style: "faint" },
  read: { symbol: ">", style: "faint" },
  forget: { symbol: "∅", style: "record" },
  undetermined: { symbol: "?", style: "warning" },
  import: { symbol: "=", style: "create" },
  refresh: { symbol: "↻", style: "drift" },
  skip: { symbol: "/", style: "faint" },
  failed: { symbol: "x", style: "error" },
};

/** For values that changed outside Coconut. */
export const driftMark: ChangeMark = { symbol: "!", style: "drift" };
