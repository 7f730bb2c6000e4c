import type { RunEvent, StepAction } from "../../model/index.js";
import { durationText } from "../../std/duration-text.js";
import { printable } from "../../std/printable.js";
import type { Style } from "../look.js";
import { resourceName } from "../value/index.js";

/** The words and the symbol for a step. */
export interface StepWords {
  readonly symbol: string;
  readonly style: Style;
  readonly doing: string;
  readonly done: string;
}

export const stepWords: Readonly<Record<StepAction, StepWords>> = {
  create: { symbol: "+", style: "create", doing: "creating", done: "created" },
  update: { symbol: "~", style: "update", doing: "updating", done: "updated" },
  delete: { symbol: "-", style: "delete", doing: "deleting", done: "deleted" },
  import: { symbol: "=", style: "record", doing: "importing", done: "imported" },
  refresh: { symbol: "↻", style: "drift", doing: "refreshing", done: "refreshed" },
  read: { symbol: ">", style: "faint", doing: "reading", done: "read" },
  record: { symbol: "·", style: "record", doing: "recording", done: "recorded" },
  forget: { symbol: "∅", style: "delete", doing: "forgetting", done: "forgot" },
  confirm: { symbol: " ", style: "faint", doing: "checking", done: "checked" },
};

/** Returns the printable name and type of a resource from its URN. */
export function printableName(urn: string): { readonly name: string; readonly type: string } {
  const { name, type } = resourceName(urn);
  return { name: printable(name), type: printable(type) };
}

/** Lists the first few names and the number of the others. */
export function fewOf(names: readonly string[], few = 3): string {
  const shown = names.slice(0, few).join(", ");
  return names.length <= few ? shown : `${shown} and ${names.length - few} more`;
}

/** Describes the next attempt: `attempt 2 of 5 in 2 seconds`. */
export function attemptText({
  attempt,
  attempts,
  afterMs,
}: Pick<Extract<RunEvent, { kind: "retrying" }>, "attempt" | "attempts" | "afterMs">): string {
  const most = attempts === undefined ? "" : ` of ${attempts}`;
  return `attempt ${attempt}${most}${afterMs === 0 ? "" : ` in ${durationText(afterMs)}`}`;
}
