import type { Diagnostic } from "./diagnostic.js";
import type { Step, StepAction } from "./plan/index.js";

/** An event for user interfaces that show a run in progress. Contains no property values, and therefore no secrets. */
export type RunEvent =
  /** Another run holds the lock, and this run waits for it. Repeated every 30 seconds, and when the holder changes. */
  | {
      readonly kind: "waiting";
      /** The run that holds the lock. The fields up to `since` describe it too. */
      readonly runId: string;
      readonly user: string;
      readonly host: string;
      readonly pid: number;
      readonly command: string;
      readonly since: string;
      readonly waitedMs: number;
      /** Absent if there is no timeout. */
      readonly limitMs?: number;
    }
  /** The apply of a plan begins. A run with several rounds has several of these events. */
  | { readonly kind: "apply-started"; readonly runId: string; readonly steps: number }
  /** The run takes over the lock of a crashed run, which may have left interrupted operations to resolve. */
  | {
      readonly kind: "took-over";
      readonly runId: string;
      readonly user: string;
      readonly host: string;
      readonly pid: number;
      readonly command: string;
      readonly since: string;
    }
  /** A process group of an interrupted operation is still running. The run waits for it until the deadline. */
  | {
      readonly kind: "waiting-for-process";
      readonly urn: string;
      readonly action: "create" | "update" | "delete";
      readonly group: number;
      readonly until: string;
    }
  /** The deadline has passed, and the process group of the interrupted operation is killed. */
  | {
      readonly kind: "ending";
      readonly urn: string;
      readonly action: "create" | "update" | "delete";
      readonly group: number;
    }
  /**
   * Creates that earlier runs sent were not found and may still take effect. The run looks for them before it repeats
   * them.
   */
  | {
      readonly kind: "waiting-for-creates";
      readonly urns: readonly string[];
      /** The runs that started them. */
      readonly runIds: readonly string[];
      readonly upToMs: number;
    }
  /** An interrupted operation of an earlier run was resolved. */
  | { readonly kind: "settled"; readonly urn: string; readonly result: string }
  /** A provider call or a write to state begins. */
  | {
      readonly kind: "step-started";
      readonly urn: string;
      readonly action: StepAction;
      readonly step: string;
    }
  /** A call certainly had no effect, and is retried after a delay. */
  | {
      readonly kind: "retrying";
      readonly urn: string;
      readonly action: "create" | "update" | "delete";
      /** The number of the next attempt, counted from 1. */
      readonly attempt: number;
      /** The maximum number of attempts, if the option `retry` sets it. */
      readonly attempts?: number;
      /** The delay before the next attempt. */
      readonly afterMs: number;
      /** Why the previous attempt failed. */
      readonly diagnostics: readonly Diagnostic[];
    }
  /** The step has ended, successfully or not. */
  | {
      readonly kind: "step-finished";
      readonly urn: string;
      readonly action: StepAction;
      readonly step: string;
      readonly result: StepResult;
      /** The action that was performed, if the known values required less than planned. */
      readonly performed?: StepAction | undefined;
      readonly durationMs: number;
      readonly diagnostics: readonly Diagnostic[];
    }
  /** A message from a provider. */
  | { readonly kind: "message"; readonly urn: string; readonly level: string; readonly text: string }
  /** No new steps are started. The run waits for these. */
  | { readonly kind: "cancelling"; readonly waitingFor: readonly string[] }
  /** The last event of a run. */
  | { readonly kind: "run-finished"; readonly runId: string; readonly succeeded: boolean };

/** The duration of a step of a run. */
export interface StepTime {
  readonly urn: string;
  readonly action: StepAction;
  readonly result: StepResult;
  readonly durationMs: number;
}

export type StepResult =
  | "done"
  /** Not needed after all: a planned change turned out to be none. */
  | "skipped"
  | "failed"
  /** The outcome is unknown. The next run resolves it. */
  | "uncertain"
  | "not-started";

/** Whether the steps that depend on this one may begin. */
export function isDone(result: StepResult): boolean {
  return result === "done" || result === "skipped";
}

/** The end of one step. Not started means that a dependency failed, or the run was stopped before. */
export interface StepEnd {
  readonly result: StepResult;
  /** The action that was performed, if the known values required less than planned. */
  readonly performed?: StepAction | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Absent for steps that were not started. */
  readonly durationMs?: number | undefined;
}

export interface StepReport extends StepEnd {
  readonly step: Step;
}
