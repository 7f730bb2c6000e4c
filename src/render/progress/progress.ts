import type { RunEvent, StepAction, StepResult } from "../../model/index.js";
import { attemptText } from "./step-words.js";

/** The state of a run in progress. */
export interface Progress {
  /** By step id, in the order in which they began. */
  readonly running: ReadonlyMap<string, RunningStep>;
  /** The latest message about a resource with a running step, by URN. */
  readonly messages: ReadonlyMap<string, string>;
  /** Steps of all rounds so far. */
  readonly total: number;
  readonly done: number;
  readonly skipped: number;
  /** Includes steps with an uncertain result. */
  readonly failed: number;
  readonly sinceMs: number;
  /** The run was asked to stop: no new steps begin, and running steps are awaited. */
  readonly isStopping: boolean;
}

export interface RunningStep {
  readonly urn: string;
  readonly action: StepAction;
  readonly sinceMs: number;
}

export function startProgress(total: number, atMs: number): Progress {
  return {
    running: new Map(),
    messages: new Map(),
    total,
    done: 0,
    skipped: 0,
    failed: 0,
    sinceMs: atMs,
    isStopping: false,
  };
}

/**
 * Returns the progress after an event. The previous progress must not be used again: running steps are kept in one
 * mutable map, so that an event costs the same whatever the size of the run.
 */
export function progressAfter(before: Progress, event: RunEvent, atMs: number): Progress {
  const running = before.running as Map<string, RunningStep>;
  const messages = before.messages as Map<string, string>;
  switch (event.kind) {
    case "apply-started":
      // Steps that an earlier round did not begin are part of this round.
      return { ...before, total: finishedSteps(before) + event.steps };
    case "step-started":
      running.set(event.step, { urn: event.urn, action: event.action, sinceMs: atMs });
      return before;
    case "step-finished":
      running.delete(event.step);
      messages.delete(event.urn);
      return { ...before, ...counted(before, event.result) };
    case "retrying":
      messages.set(event.urn, attemptText(event));
      return before;
    case "message":
      messages.set(event.urn, event.text);
      return before;
    case "cancelling":
      return { ...before, isStopping: true };
    default:
      return before;
  }
}

export function finishedSteps({ done, skipped, failed }: Progress): number {
  return done + skipped + failed;
}

function counted({ done, skipped, failed }: Progress, result: StepResult): Partial<Progress> {
  switch (result) {
    case "done":
      return { done: done + 1 };
    case "skipped":
      return { skipped: skipped + 1 };
    case "failed":
    case "uncertain":
      return { failed: failed + 1 };
    case "not-started":
      return {};
  }
}
