import { setMaxListeners } from "node:events";
import { ReadySet, waysBehind } from "../graph/index.js";
import { isDone, type Step, type StepEnd, type StepReport } from "../model/index.js";
import type { Lane } from "../provider/contract/index.js";
import { Slots } from "./slots.js";

export interface Dispatch {
  /** The maximum number of concurrent steps. */
  readonly parallel: number;
  /** The lane of a step. A lane has its own, lower concurrency limit. */
  readonly laneOf?: (step: Step) => Lane | undefined;
  /** True: continue with steps that do not depend on a failed step. False: the first failure stops dispatch. */
  readonly continueOnError: boolean;
  /** Stops dispatch; running steps finish. */
  readonly signal: AbortSignal | undefined;
  readonly perform: (step: Step, slot: Slot) => Promise<StepEnd>;
  /** Called with the running steps when the signal stops dispatch. */
  readonly onStop: (running: readonly Step[]) => void;
}

/** The slot of a running step. The number of slots limits concurrency. */
export interface Slot {
  /**
   * Releases the slot while the step waits for values that it has not started to use. Rejects with `Stopped` if
   * dispatch stops before the step has a slot again: the step then counts as not started.
   */
  waitOutside<T>(values: Promise<T>): Promise<T>;
  /** Releases the slot while a step waits that continues in any case. */
  aside<T>(wait: () => Promise<T>): Promise<T>;
  /**
   * Releases the slot permanently: the step is done and only waits until its outcome is durable. Its dependents may
   * start, so that the outcome and the intents of the dependents become durable together.
   */
  handOver(): void;
  /** Aborted when the user stops the run. A step that only waits then stops waiting. */
  readonly stopping: AbortSignal;
}

/** Thrown for a step that was only waiting when dispatch stopped. */
export class Stopped extends Error {}

/**
 * Performs the steps of a plan, each when all steps that it waits for are done. Of the steps that are ready, the one
 * with the longest chain of dependents starts first, then in the order of the plan. Resolves when the last running step
 * has ended.
 */
export function runSteps(steps: readonly Step[], dispatch: Dispatch): Promise<readonly StepReport[]> {
  return new Dispatcher(steps, dispatch).run();
}

class Dispatcher {
  readonly #steps: readonly Step[];
  readonly #dispatch: Dispatch;
  readonly #byId: ReadonlyMap<string, Step>;
  readonly #ready: ReadySet<string>;
  readonly #ranks: ReadonlyMap<Step, number>;
  readonly #slots: Slots;
  readonly #running = new Set<Step>();
  readonly #reports = new Map<string, StepReport>();
  readonly #stop = new AbortController();
  readonly #stoppedByUser = new AbortController();
  /** Callbacks of waiting steps, called when the run stops. Any number may wait behind one listener. */
  readonly #waiting = new Set<() => void>();
  #ended!: () => void;
  #failed!: (bug: unknown) => void;

  constructor(steps: readonly Step[], dispatch: Dispatch) {
    this.#steps = steps;
    this.#dispatch = dispatch;
    this.#byId = new Map(steps.map((step) => [step.id, step]));
    const graph = {
      nodes: steps.map(({ id }) => id),
      needs: (id: string) => this.#byId.get(id)!.after,
    };
    this.#ready = new ReadySet(graph);
    this.#ranks = ranked(steps, waysBehind(graph));
    this.#slots = new Slots(dispatch.parallel);
  }

  async run(): Promise<readonly StepReport[]> {
    const { signal, onStop } = this.#dispatch;
    const stop = () => {
      onStop([...this.#running]);
      this.#stop.abort();
      this.#stoppedByUser.abort();
    };
    // Any number of steps may wait.
    setMaxListeners(0, this.#stoppedByUser.signal);
    if (signal?.aborted) this.#stop.abort();
    signal?.addEventListener("abort", stop, { once: true });
    this.#stop.signal.addEventListener("abort", () => {
      for (const end of this.#waiting) end();
    });
    try {
      await new Promise<void>((resolve, reject) => {
        this.#ended = resolve;
        this.#failed = reject;
        this.#admit();
        this.#endIfIdle();
      });
    } finally {
      signal?.removeEventListener("abort", stop);
    }
    return this.#steps.map(
      (step) => this.#reports.get(step.id) ?? { step, result: "not-started", diagnostics: [] },
    );
  }

  /** Queues the steps that have become ready for a slot. */
  #admit(): void {
    const waiting = this.#ready.take().map((id) => {
      const step = this.#byId.get(id)!;
      const lane = this.#dispatch.laneOf?.(step);
      const begun = { step, lane, hasSlot: true };
      return { rank: this.#ranks.get(step)!, lane, go: () => this.#begin(begun) };
    });
    if (waiting.length > 0) this.#slots.enter(waiting);
  }

  #begin(begun: Begun): void {
    if (this.#stop.signal.aborted) {
      this.#slots.leave(begun.lane);
      return;
    }
    this.#running.add(begun.step);
    void this.#perform(begun);
  }

  #finish({ step, lane, hasSlot }: Begun, report: StepEnd): void {
    const { result, performed, diagnostics, durationMs } = report;
    this.#running.delete(step);
    this.#reports.set(step.id, { step, result, performed, diagnostics, durationMs });
    if (isDone(result)) this.#ready.done(step.id);
    else if (result !== "not-started" && !this.#dispatch.continueOnError) this.#stop.abort();
    this.#admit();
    if (hasSlot) this.#slots.leave(lane);
    this.#endIfIdle();
  }

  /** Ends the run if no step is running: then no step can become ready. */
  #endIfIdle(): void {
    if (this.#running.size === 0) this.#ended();
  }

  async #perform(begun: Begun): Promise<void> {
    try {
      const report = await this.#dispatch.perform(begun.step, {
        waitOutside: (values) => this.#waitOutside(begun, values),
        aside: (wait) => this.#aside(begun, wait),
        handOver: () => this.#handOver(begun),
        stopping: this.#stoppedByUser.signal,
      });
      this.#finish(begun, report);
    } catch (bug) {
      this.#failed(bug);
    }
  }

  #handOver(begun: Begun): void {
    begun.hasSlot = false;
    this.#ready.done(begun.step.id);
    this.#admit();
    this.#slots.leave(begun.lane);
  }

  async #waitOutside<T>(begun: Begun, values: Promise<T>): Promise<T> {
    // Rejections are thrown below, once the step has its slot.
    await this.#aside(begun, () => this.#unlessStopped(values));
    if (this.#stop.signal.aborted) throw new Stopped();
    return values;
  }

  async #aside<T>({ step, lane }: Begun, wait: () => Promise<T>): Promise<T> {
    this.#slots.leave(lane);
    try {
      return await wait();
    } finally {
      // It ranks before all steps that have not started.
      const rank = this.#ranks.get(step)! - this.#steps.length;
      await new Promise<void>((go) => this.#slots.enter([{ rank, lane, go }]));
    }
  }

  /** Resolves when the values settle or the run stops. */
  #unlessStopped(values: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        this.#waiting.delete(end);
        resolve();
      };
      this.#waiting.add(end);
      values.then(end, end);
      if (this.#stop.signal.aborted) end();
    });
  }
}

/** A step that has a slot. */
interface Begun {
  readonly step: Step;
  readonly lane: Lane | undefined;
  /** True until the step releases the slot permanently. */
  hasSlot: boolean;
}

/** Returns the rank of each step: the longest chain of dependents first, then the order of the plan. */
function ranked(steps: readonly Step[], ways: ReadonlyMap<string, number>): ReadonlyMap<Step, number> {
  const sorted = steps.toSorted((a, b) => ways.get(b.id)! - ways.get(a.id)!);
  return new Map(sorted.map((step, rank) => [step, rank]));
}
