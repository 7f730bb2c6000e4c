import type { RunEvent, StepAction, StepResult } from "../../model/index.js";
import { attemptText } from "./step-words.js";

/** What is known of a run while it goes on. */
export interface Progress {
  /** By the id of the step, in the order in which they began. */
  readonly running: ReadonlyMap<string, RunningStep>;
  /** The newest thing that a resource with a running step had to say, by its URN. */
  readonly messages: ReadonlyMap<string, string>;
  /** Steps of all rounds so far. */
  readonly total: number;
  readonly done: number;
  readonly skipped: number;
  /** Those whose end is not known are among them. */
  readonly failed: number;
  readonly sinceMs: number;
  /** Someone asked it to stop: nothing new begins, and what is running is waited for. */
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
 * What is known after something more has happened. What was known before is used up: what is running is kept in one
 * place, so that an event costs the same whatever the size of the run.
 */
export function progressAfter(before: Progress, event: RunEvent, atMs: number): Progress {
  const running = before.running as Map<string, RunningStep>;
  const messages = before.messages as Map<string, string>;
  switch (event.kind) {
    case "apply-started":
      // What an earlier round could not begin is a step of this one.
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
