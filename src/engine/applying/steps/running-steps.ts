import { setImmediate as turn } from "node:timers/promises";
import type { Slot } from "../../../apply/index.js";
import { orderGraph } from "../../../graph/index.js";
import { DiagnosticError, expressionsOf, type Registration } from "../../../model/index.js";
import type { Evaluator } from "../../../program/index.js";
import { askedFor, type Asked } from "../../facts/asked.js";
import { StallGuard } from "../../facts/stall-guard.js";
import { resourceCycle } from "../../facts/resource-problem.js";

/**
 * The steps in progress. If every one of them waits for a value that only a later step could provide, they fail instead
 * of waiting forever.
 */
export class RunningSteps {
  readonly #evaluator: Evaluator;
  readonly #guard: StallGuard;
  readonly #awaitedSteps: (urn: string) => readonly Registration[];
  /** Steps that wait for their input values, each with a function that fails the wait. */
  readonly #waiting = new Map<Registration, (problem: DiagnosticError) => void>();
  #running = 0;
  /** Resolves at the end of the current event loop turn; all callers in a turn share it. */
  #turn: Promise<false> | undefined;

  /** `awaitedSteps` returns the resources whose steps must be done before those of a resource. */
  constructor(evaluator: Evaluator, awaitedSteps: (urn: string) => readonly Registration[]) {
    this.#evaluator = evaluator;
    this.#awaitedSteps = awaitedSteps;
    this.#guard = new StallGuard(
      () => evaluator.isQuiet && this.#waiting.size > 0 && this.#waiting.size === this.#running,
      () => this.#failStalled(),
    );
  }

  async run<T>(step: () => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await step();
    } finally {
      this.#running--;
      this.#guard.check();
    }
  }

  /** Returns the declared inputs with their actual values. Releases the slot while waiting for them. */
  async asked(registration: Registration, slot: Slot): Promise<Asked> {
    const values = askedFor(registration, this.#evaluator);
    if (!(values instanceof Promise)) return values;
    if (await Promise.race([values.then(() => true), this.#endOfTurn()])) return values;
    const stalled = new Promise<never>((_, reject) => this.#waiting.set(registration, reject));
    try {
      const outside = slot.waitOutside(Promise.race([values, stalled]));
      this.#guard.check();
      return await outside;
    } finally {
      this.#waiting.delete(registration);
    }
  }

  #endOfTurn(): Promise<false> {
    this.#turn ??= turn(false as const).finally(() => (this.#turn = undefined));
    return this.#turn;
  }

  /** Called after progress without a step: checks whether all steps wait now. */
  check(): void {
    this.#guard.check();
  }

  #failStalled(): void {
    const needs = (registration: Registration) => [
      ...this.#awaitedSteps(registration.urn),
      ...this.#awaitedValues(registration),
    ];
    const known = new Set(this.#waiting.keys());
    for (const registration of known) for (const need of needs(registration)) known.add(need);
    const ordered = orderGraph({ nodes: [...known], needs });
    const [first] = this.#waiting.keys();
    const cycle = "cycle" in ordered ? ordered.cycle : [first!, ...this.#awaitedValues(first!), first!];
    const fail = cycle.map((registration) => this.#waiting.get(registration)).find((each) => each);
    fail?.(new DiagnosticError(resourceCycle(cycle)));
  }

  #awaitedValues({ inputs, options }: Registration): readonly Registration[] {
    return [inputs, ...expressionsOf(options).map(([, expression]) => expression)].flatMap(
      (expression) => [...this.#evaluator.awaitedResources(expression)] as Registration[],
    );
  }
}
