import { isDiagnosticError } from "../model/index.js";
import type { Diagnostic, RunEvent, RunSummary, ValueObject } from "../model/index.js";
import type { Holder, RunLease, StackRun } from "../store/internal.js";
import type { Applied } from "./applying/apply-plan.js";
import type { ApplyOptions } from "./facts/request.js";
import type { StackPlan } from "./stack-plan.js";

/** The result of a run. */
export interface Run {
  /** True if everything that was planned is done and no operation is interrupted. */
  readonly ok: boolean;
  readonly runId: string;
  /** The stack outputs; the previous ones if the run did not finish. Secrets stay marked. */
  readonly outputs: ValueObject;
  readonly summary: RunSummary;
  readonly reports: Applied["reports"];
  readonly diagnostics: readonly Diagnostic[];
  /** Resources that callbacks declared and no plan contains: another run is needed. */
  readonly unplanned: readonly string[];
}

/** Options of `apply`, `destroy` and `refresh`. */
export interface RunOptions extends ApplyOptions {
  /** Wait while another run holds the lock: `true` without a limit, a number for at most this many milliseconds. */
  readonly wait?: boolean | number;
  /** Called with every event of the run, as it happens. */
  readonly onEvent?: (event: RunEvent) => void;
  /**
   * Maximum number of rounds (default: 1). Each further round plans and applies resources that callbacks declared
   * during the one before.
   */
  readonly rounds?: number;
  /** Called with the plan of every further round before it is applied. */
  readonly onRound?: (plan: Pick<StackPlan, "text" | "toJSON">) => void;
}

/** Returns the result of a finished run. */
export function finishedRun(
  { runId, outputs }: Pick<StackRun, "runId" | "outputs">,
  { reports, diagnostics, unplanned }: Applied,
): Pick<Run, "runId" | "outputs" | "reports" | "diagnostics" | "unplanned"> {
  return { runId, outputs, reports, diagnostics, unplanned: unplanned.map(({ urn }) => urn) };
}

export function withDiagnostics(applied: Applied, more: readonly Diagnostic[]): Applied {
  return more.length === 0 ? applied : { ...applied, diagnostics: [...applied.diagnostics, ...more] };
}

/** Returns the options with signals that also abort when the lease of the run ends. */
export function whileHeld(options: RunOptions, lease: RunLease | undefined): RunOptions {
  if (lease === undefined) return options;
  const signals = [options.leave, lease.ended].filter((signal) => signal !== undefined);
  return { ...options, leave: AbortSignal.any(signals) };
}

/** Returns why the lease of a run ended before the run did; empty if it did not. */
export function whyEnded(lease: RunLease | undefined): readonly Diagnostic[] {
  const reason: unknown = lease?.ended.reason;
  return isDiagnosticError(reason) ? reason.diagnostics : [];
}

export function tookOver({ runId, user, host, pid, command, since }: Holder): RunEvent {
  return { kind: "took-over", runId, user, host, pid, command, since };
}
