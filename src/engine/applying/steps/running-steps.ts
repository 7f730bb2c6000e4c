import { setImmediate as turn } from "node:timers/promises";
import type { Slot } from "../../../apply/index.js";
import { orderGraph } from "../../../graph/index.js";
import { DiagnosticError, expressionsOf, type Registration } from "../../../model/index.js";
import type { Evaluator } from "../../../program/index.js";
import { askedFor, type Asked } from "../../facts/asked.js";
import { StallGuard } from "../../facts/stall-guard.js";
import { resourceCycle } from "../../facts/resource-problem.js";

/**
 * The steps that are being performed. If every one of them waits for a value that only a step behind it could
 * give, they fail instead of waiting for ever.
 */
export class RunningSteps {
  readonly #evaluator: Evaluator;
  readonly #guard: StallGuard;
  readonly #awaitedSteps: (urn: string) => readonly Registration[];
  /** Those that wait for the values of their inputs, and how to end that. */
  readonly #waiting = new Map<Registration, (problem: DiagnosticError) => void>();
  #running = 0;
  /** Ends with the turn of the event loop; all that ask in it share one. */
  #turn: Promise<false> | undefined;

  /** `awaitedSteps` are the resources that the steps of another one come after. */
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

  /** What the program asks for, with the values that have come out. While it waits for them, others may run. */
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

  /** Something went on without a step: looks whether all of them wait now. */
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
