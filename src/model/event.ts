import type { Diagnostic } from "./diagnostic.js";
import type { Step, StepAction } from "./plan/index.js";

/** What a face needs to show a run as it goes. Holds no value of a property, so nothing secret can be in it. */
export type RunEvent =
  /** Another run holds the lock, and this one waits for it. Repeated every 30 seconds, and when another run has it. */
  | {
      readonly kind: "waiting";
      /** The run that holds the lock; so with the fields up to `since`. */
      readonly runId: string;
      readonly user: string;
      readonly host: string;
      readonly pid: number;
      readonly command: string;
      readonly since: string;
      readonly waitedMs: number;
      /** Absent if it waits as long as it takes. */
      readonly limitMs?: number;
    }
  /** A plan is about to be carried out; further rounds of one run begin so too. */
  | { readonly kind: "apply-started"; readonly runId: string; readonly steps: number }
  /** The run before this one died and left its lock, and maybe operations that are to be settled. */
  | {
      readonly kind: "took-over";
      readonly runId: string;
      readonly user: string;
      readonly host: string;
      readonly pid: number;
      readonly command: string;
      readonly since: string;
    }
  /** An interrupted operation has left a process group running; the run waits for it, at most until the deadline. */
  | {
      readonly kind: "waiting-for-process";
      readonly urn: string;
      readonly action: "create" | "update" | "delete";
      readonly group: number;
      readonly until: string;
    }
  /** The deadline has passed, and the process group of an interrupted operation is ended. */
  | {
      readonly kind: "ending";
      readonly urn: string;
      readonly action: "create" | "update" | "delete";
      readonly group: number;
    }
  /** Creates that earlier runs sent are not found and may still take effect: the run looks for them before it repeats them. */
  | {
      readonly kind: "waiting-for-creates";
      readonly urns: readonly string[];
      /** The runs that began them. */
      readonly runIds: readonly string[];
      readonly upToMs: number;
    }
  /** What became of an operation of an earlier run that was cut off. */
  | { readonly kind: "settled"; readonly urn: string; readonly result: string }
  /** A provider is about to be called, or a record to be written. */
  | {
      readonly kind: "step-started";
      readonly urn: string;
      readonly action: StepAction;
      readonly step: string;
    }
  /** A call certainly did not happen, and is made again after a wait. */
  | {
      readonly kind: "retrying";
      readonly urn: string;
      readonly action: "create" | "update" | "delete";
      /** The number of the call that comes, counted from 1. */
      readonly attempt: number;
      /** How many calls there are at most, if the option `retry` says so. */
      readonly attempts?: number;
      /** How long the run waits before it. */
      readonly afterMs: number;
      /** Why the call before it failed. */
      readonly diagnostics: readonly Diagnostic[];
    }
  /** The step has ended, whichever way. */
  | {
      readonly kind: "step-finished";
      readonly urn: string;
      readonly action: StepAction;
      readonly step: string;
      readonly result: StepResult;
      /** What was done instead of the action, where the known values asked for less than was planned. */
      readonly performed?: StepAction | undefined;
      readonly durationMs: number;
      readonly diagnostics: readonly Diagnostic[];
    }
  /** What a provider says while it works. */
  | { readonly kind: "message"; readonly urn: string; readonly level: string; readonly text: string }
  /** Nothing new is started; these are waited for. */
  | { readonly kind: "cancelling"; readonly waitingFor: readonly string[] }
  /** The last event of a run. */
  | { readonly kind: "run-finished"; readonly runId: string; readonly succeeded: boolean };

/** How long a step of a run took. */
export interface StepTime {
  readonly urn: string;
  readonly action: StepAction;
  readonly result: StepResult;
  readonly durationMs: number;
}

export type StepResult =
  | "done"
  /** Planned, and then not needed: a value settled as it was before. */
  | "skipped"
  | "failed"
  /** Begun, and what came of it is not known: the next run settles it. */
  | "uncertain"
  | "not-started";

/** Whether what comes after a step may begin. */
export function isDone(result: StepResult): boolean {
  return result === "done" || result === "skipped";
}

/** How one step ended. Not started: something it needs failed, or the run was stopped before. */
export interface StepEnd {
  readonly result: StepResult;
  /** What was done instead of the step's action, where the known values asked for less than was planned. */
  readonly performed?: StepAction | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Absent for what was not started. */
  readonly durationMs?: number | undefined;
}

export interface StepReport extends StepEnd {
  readonly step: Step;
}
