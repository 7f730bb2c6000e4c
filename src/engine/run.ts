import { isDiagnosticError } from "../model/index.js";
import type { Diagnostic, RunEvent, RunSummary, ValueObject } from "../model/index.js";
import type { Holder, RunLease, StackRun } from "../store/internal.js";
import type { Applied } from "./applying/apply-plan.js";
import type { ApplyOptions } from "./facts/request.js";
import type { StackPlan } from "./stack-plan.js";

/** How a run ended. */
export interface Run {
  /** Everything that was planned has been done, and nothing is left open. */
  readonly ok: boolean;
  readonly runId: string;
  /** The stack's outputs; those of before if the run did not come to its end. Secrets stay marked. */
  readonly outputs: ValueObject;
  readonly summary: RunSummary;
  readonly reports: Applied["reports"];
  readonly diagnostics: readonly Diagnostic[];
  /** What callbacks asked for that no plan had: another run is needed. */
  readonly unplanned: readonly string[];
}

export interface RunOptions extends ApplyOptions {
  /** Wait while another run holds the lock: `true` for as long as it takes, or at most so many milliseconds. */
  readonly wait?: boolean | number;
  /** Is told everything that happens, as it happens. */
  readonly onEvent?: (event: RunEvent) => void;
  /** How many times what callbacks ask for during an apply is planned and applied too. One: not at all. */
  readonly rounds?: number;
  /** Is shown the plan of every further round before it is carried out. */
  readonly onRound?: (plan: Pick<StackPlan, "text" | "toJSON">) => void;
}

/** What there is to say of a run that came to its end. */
export function finishedRun(
  { runId, outputs }: Pick<StackRun, "runId" | "outputs">,
  { reports, diagnostics, unplanned }: Applied,
): Pick<Run, "runId" | "outputs" | "reports" | "diagnostics" | "unplanned"> {
  return { runId, outputs, reports, diagnostics, unplanned: unplanned.map(({ urn }) => urn) };
}

export function withDiagnostics(applied: Applied, more: readonly Diagnostic[]): Applied {
  return more.length === 0 ? applied : { ...applied, diagnostics: [...applied.diagnostics, ...more] };
}

/** The same options, with the calls of the run ended when its lease is. */
export function whileHeld(options: RunOptions, lease: RunLease | undefined): RunOptions {
  if (lease === undefined) return options;
  const signals = [options.leave, lease.ended].filter((signal) => signal !== undefined);
  return { ...options, leave: AbortSignal.any(signals) };
}

/** Why the lease of a run has ended before the run did; nothing if it has not. */
export function whyEnded(lease: RunLease | undefined): readonly Diagnostic[] {
  const reason: unknown = lease?.ended.reason;
  return isDiagnosticError(reason) ? reason.diagnostics : [];
}

export function tookOver({ runId, user, host, pid, command, since }: Holder): RunEvent {
  return { kind: "took-over", runId, user, host, pid, command, since };
}
