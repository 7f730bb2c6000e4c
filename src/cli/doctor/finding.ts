import type { Fault } from "../../operations/index.js";

/** What was seen where something was looked at, and what to do about it. */
export interface Finding {
  /** What it is part of: the machine, the project, one of the stacks. */
  readonly group: string;
  readonly name: string;
  readonly state: FindingState;
  /** One sentence, or a few. */
  readonly detail: string;
  /** A command stands alone on its line, ready to paste. */
  readonly hint?: string;
}

/** `note` is worth knowing, `warning` will hurt some day, `problem` keeps something from working now. */
export type FindingState = "ok" | "note" | "warning" | "problem";

/** What findings of one group are made with. */
export type Report = (name: string, state: FindingState, detail: string, hint?: string) => Finding;

export function reportOn(group: string): Report {
  return (name, state, detail, hint) => ({
    group,
    name,
    state,
    detail,
    ...(hint !== undefined && { hint }),
  });
}

/** What kept something from being done, as findings. */
export function faultFindings(
  report: Report,
  name: string,
  faults: readonly Fault[],
  state: FindingState = "problem",
): readonly Finding[] {
  return faults.map(({ detail, hint }) => report(name, state, detail, hint));
}
