import type { Fault } from "../../operations/index.js";

/** The result of a check. */
export interface Finding {
  /** Heading in the report: the machine, the project or a stack. */
  readonly group: string;
  readonly name: string;
  readonly state: FindingState;
  /** One or more sentences. */
  readonly detail: string;
  /** The next step. A command has its own line, so that it can be pasted. */
  readonly hint?: string;
}

/** `note` is information, `warning` may cause a failure later, `problem` prevents something from working now. */
export type FindingState = "ok" | "note" | "warning" | "problem";

/** Makes a finding of one group. */
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

/** Converts the reasons why an inspection failed to findings. */
export function faultFindings(
  report: Report,
  name: string,
  faults: readonly Fault[],
  state: FindingState = "problem",
): readonly Finding[] {
  return faults.map(({ detail, hint }) => report(name, state, detail, hint));
}
