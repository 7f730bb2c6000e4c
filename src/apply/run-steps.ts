import { setMaxListeners } from "node:events";
import { ReadySet, waysBehind } from "../graph/index.js";
import { isDone, type Step, type StepEnd, type StepReport } from "../model/index.js";
import type { Lane } from "../provider/contract/index.js";
import { Slots } from "./slots.js";

export interface Dispatch {
  /** How many steps run at the same time. */
  readonly parallel: number;
  /** Steps of one lane are narrower than that. */
  readonly laneOf?: (step: Step) => Lane | undefined;
  /** Go on with what does not need a failed step. Otherwise the first failure stops dispatch. */
  readonly continueOnError: boolean;
  /** Stops dispatch; what is running finishes. */
  readonly signal: AbortSignal | undefined;
  readonly perform: (step: Step, slot: Slot) => Promise<StepEnd>;
  /** What is running when dispatch stops by the signal. */
  readonly onStop: (running: readonly Step[]) => void;
}

/** The slot of a running step: only so many steps run at the same time. */
export interface Slot {
  /**
   * Gives the slot to others while the step waits for values that it has not begun to work with. Rejects with
   * `Stopped` if dispatch stops before it has a slot again: then the step counts as not started.
   */
  waitOutside<T>(values: Promise<T>): Promise<T>;
  /** Gives the slot to others while a step waits that goes on in any case. */
  aside<T>(wait: () => Promise<T>): Promise<T>;
  /**
   * Gives the slot away for good: the step is done and only waits until that is durable. What waits for it may begin,
   * so that the outcome and the intents that it releases become durable together.
   */
  handOver(): void;
  /** Aborted when the user stops the run. A step that only waits ends its wait. */
  readonly stopping: AbortSignal;
}

/** A step that only waited when dispatch stopped. */
export class Stopped extends Error {}

/**
 * Performs the steps of a plan, each when all it waits for has been done. Of those that are ready, the one with the
 * longest way behind it is begun first, else in the order of the plan. Nothing begun is left behind: the reports come
 * when the last running step has ended.
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
  /** How steps that wait hear that the run stops. Any number may wait, behind one listener. */
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

  /** Lets what has become ready wait for a slot. */
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

  /** Without anything that runs, nothing becomes ready any more. */
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
    // What they reject with is thrown below, once the step has its slot.
    await this.#aside(begun, () => this.#unlessStopped(values));
    if (this.#stop.signal.aborted) throw new Stopped();
    return values;
  }

  async #aside<T>({ step, lane }: Begun, wait: () => Promise<T>): Promise<T> {
    this.#slots.leave(lane);
    try {
      return await wait();
    } finally {
      // It goes before all that has not been begun.
      const rank = this.#ranks.get(step)! - this.#steps.length;
      await new Promise<void>((go) => this.#slots.enter([{ rank, lane, go }]));
    }
  }

  /** Comes when the values have, or there will be none, or the run stops. */
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

/** A step that has been given a slot. */
interface Begun {
  readonly step: Step;
  readonly lane: Lane | undefined;
  /** Until it gives it away for good. */
  hasSlot: boolean;
}

/** The rank of each step among all: the longest way first, else as they stand. */
function ranked(steps: readonly Step[], ways: ReadonlyMap<string, number>): ReadonlyMap<Step, number> {
  const sorted = steps.toSorted((a, b) => ways.get(b.id)! - ways.get(a.id)!);
  return new Map(sorted.map((step, rank) => [step, rank]));
}
