import { ReadySet } from "../graph/index.js";
import type { Diagnostic, Step, StepResult } from "../model/index.js";

/** How one step ended. Not started: something it needs failed, or the run was stopped before. */
export interface StepReport {
  readonly step: Step;
  readonly result: StepResult;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Dispatch {
  /** How many steps run at the same time. */
  readonly parallel: number;
  /** Go on with what does not need a failed step. Otherwise the first failure stops dispatch. */
  readonly continueOnError: boolean;
  /** Stops dispatch; what is running finishes. */
  readonly signal: AbortSignal | undefined;
  readonly perform: (step: Step) => Promise<Omit<StepReport, "step">>;
  /** What is running when dispatch stops by the signal. */
  readonly onStop: (running: readonly Step[]) => void;
}

/**
 * Performs the steps of a plan, each when all it waits for has been done. Ready steps are begun in the order of
 * the plan. Nothing begun is left behind: the reports come when the last running step has ended.
 */
export async function runSteps(steps: readonly Step[], dispatch: Dispatch): Promise<readonly StepReport[]> {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const ready = new ReadySet({ nodes: steps.map(({ id }) => id), needs: (id) => byId.get(id)!.after });
  const place = new Map(steps.map(({ id }, index) => [id, index]));
  const queue: Step[] = [];
  const running = new Map<Step, Promise<void>>();
  const reports = new Map<string, StepReport>();
  let stopped = dispatch.signal?.aborted ?? false;
  const stop = () => {
    stopped = true;
    dispatch.onStop([...running.keys()]);
  };
  dispatch.signal?.addEventListener("abort", stop, { once: true });

  const begin = (step: Step) => {
    const ended = dispatch.perform(step).then((report) => {
      running.delete(step);
      reports.set(step.id, { step, ...report });
      if (report.result === "done" || report.result === "skipped") ready.done(step.id);
      else if (!dispatch.continueOnError) stopped = true;
    });
    running.set(step, ended);
  };
  for (;;) {
    queue.push(...ready.take().map((id) => byId.get(id)!));
    queue.sort((a, b) => place.get(a.id)! - place.get(b.id)!);
    while (!stopped && running.size < dispatch.parallel && queue.length > 0) begin(queue.shift()!);
    if (running.size === 0) break;
    await Promise.race(running.values());
  }
  dispatch.signal?.removeEventListener("abort", stop);
  return steps.map((step) => reports.get(step.id) ?? { step, result: "not-started", diagnostics: [] });
}
