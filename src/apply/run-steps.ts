import { ReadySet } from "../graph/index.js";
import type { Diagnostic, Step, StepResult } from "../model/index.js";
import { PriorityQueue } from "../std/index.js";

/** How one step ended. Not started: something it needs failed, or the run was stopped before. */
export interface StepReport {
  readonly step: Step;
  readonly result: StepResult;
  readonly diagnostics: readonly Diagnostic[];
  /** Absent for what was not started. */
  readonly durationMs?: number;
}

export interface Dispatch {
  /** How many steps run at the same time. */
  readonly parallel: number;
  /** Go on with what does not need a failed step. Otherwise the first failure stops dispatch. */
  readonly continueOnError: boolean;
  /** Stops dispatch; what is running finishes. */
  readonly signal: AbortSignal | undefined;
  readonly perform: (step: Step, slot: Slot) => Promise<Omit<StepReport, "step">>;
  /** What is running when dispatch stops by the signal. */
  readonly onStop: (running: readonly Step[]) => void;
}

/** The place of a running step among those that run at the same time. */
export interface Slot {
  /**
   * Gives the place to others while the step waits for values that it has not begun to work with. Rejects with
   * `Stopped` if dispatch stops before it has its place again: then the step counts as not started.
   */
  waitOutside<T>(values: Promise<T>): Promise<T>;
  /**
   * Gives the place away for good: the step is done and only waits until that is durable. What waits for it may begin,
   * so that the outcome and the intents that it releases become durable together.
   */
  handOver(): void;
}

/** A step that only waited when dispatch stopped. */
export class Stopped extends Error {}

/**
 * Performs the steps of a plan, each when all it waits for has been done. Ready steps are begun in the order of
 * the plan. Nothing begun is left behind: the reports come when the last running step has ended.
 */
export function runSteps(steps: readonly Step[], dispatch: Dispatch): Promise<readonly StepReport[]> {
  return new Dispatcher(steps, dispatch).run();
}

class Dispatcher {
  readonly #steps: readonly Step[];
  readonly #dispatch: Dispatch;
  readonly #byId: ReadonlyMap<string, Step>;
  readonly #ready: ReadySet<string>;
  readonly #queue: PriorityQueue<Step>;
  /** Those that are back from waiting and want their places again. */
  readonly #returning: (() => void)[] = [];
  readonly #running = new Set<Step>();
  /** Those of them that have no place any more. */
  readonly #handedOver = new Set<Step>();
  readonly #reports = new Map<string, StepReport>();
  readonly #stop = new AbortController();
  #taken = 0;
  #ended!: () => void;
  #failed!: (bug: unknown) => void;

  constructor(steps: readonly Step[], dispatch: Dispatch) {
    this.#steps = steps;
    this.#dispatch = dispatch;
    this.#byId = new Map(steps.map((step) => [step.id, step]));
    const places = new Map(steps.map((step, index) => [step, index]));
    this.#queue = new PriorityQueue((step) => places.get(step)!);
    this.#ready = new ReadySet({
      nodes: steps.map(({ id }) => id),
      needs: (id) => this.#byId.get(id)!.after,
    });
  }

  async run(): Promise<readonly StepReport[]> {
    const { signal, onStop } = this.#dispatch;
    const stop = () => {
      onStop([...this.#running]);
      this.#stop.abort();
    };
    if (signal?.aborted) this.#stop.abort();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      await new Promise<void>((resolve, reject) => {
        this.#ended = resolve;
        this.#failed = reject;
        this.#fill();
      });
    } finally {
      signal?.removeEventListener("abort", stop);
    }
    return this.#steps.map(
      (step) => this.#reports.get(step.id) ?? { step, result: "not-started", diagnostics: [] },
    );
  }

  /** Gives out what places there are: first to those that had one before. */
  #fill(): void {
    const { parallel } = this.#dispatch;
    for (const id of this.#ready.take()) this.#queue.add(this.#byId.get(id)!);
    while (this.#taken < parallel && this.#returning.length > 0) {
      this.#taken++;
      this.#returning.shift()!();
    }
    while (!this.#stop.signal.aborted && this.#taken < parallel && this.#queue.size > 0)
      this.#begin(this.#queue.take()!);
    if (this.#running.size === 0) this.#ended();
  }

  #begin(step: Step): void {
    this.#taken++;
    this.#running.add(step);
    void this.#perform(step)
      .then((report) => this.#finish(step, report))
      .catch(this.#failed);
  }

  #finish(step: Step, report: Omit<StepReport, "step">): void {
    const { result } = report;
    if (!this.#handedOver.delete(step)) this.#taken--;
    this.#running.delete(step);
    this.#reports.set(step.id, { step, ...report });
    if (result === "done" || result === "skipped") this.#ready.done(step.id);
    else if (result !== "not-started" && !this.#dispatch.continueOnError) this.#stop.abort();
    this.#fill();
  }

  async #perform(step: Step): Promise<Omit<StepReport, "step">> {
    return this.#dispatch.perform(step, {
      waitOutside: (values) => this.#waitOutside(values),
      handOver: () => this.#handOver(step),
    });
  }

  #handOver(step: Step): void {
    this.#taken--;
    this.#handedOver.add(step);
    this.#ready.done(step.id);
    this.#fill();
  }

  async #waitOutside<T>(values: Promise<T>): Promise<T> {
    this.#taken--;
    this.#fill();
    try {
      await Promise.race([values, this.#stopped()]);
    } catch {
      // Thrown again below, from the values, once the step has its place.
    }
    await new Promise<void>((resolve) => {
      this.#returning.push(resolve);
      this.#fill();
    });
    if (this.#stop.signal.aborted) throw new Stopped();
    return values;
  }

  #stopped(): Promise<never> {
    const { signal } = this.#stop;
    return new Promise((_, reject) => {
      if (signal.aborted) reject(new Stopped());
      signal.addEventListener("abort", () => reject(new Stopped()), { once: true });
    });
  }
}
