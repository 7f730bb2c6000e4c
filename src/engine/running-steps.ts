import { DiagnosticError, type Registration } from "../model/index.js";
import type { Evaluator } from "../program/index.js";
import { askedFor, type Asked } from "./asked.js";
import { StallGuard } from "./stall-guard.js";
import { resourceCycle } from "./walk-problem.js";

/**
 * The steps that are being performed. If every one of them waits for a value that only a step behind it could
 * give, they fail instead of waiting for ever.
 */
export class RunningSteps {
  readonly #evaluator: Evaluator;
  readonly #guard: StallGuard;
  /** Those that wait for the values of their inputs, and how to end that. */
  readonly #waiting = new Map<Registration, (problem: DiagnosticError) => void>();
  #running = 0;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
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

  /** What the program asks for, with the values that have come out. */
  async asked(registration: Registration): Promise<Asked> {
    const stalled = new Promise<never>((_, reject) => this.#waiting.set(registration, reject));
    this.#guard.check();
    try {
      return await Promise.race([askedFor(registration, this.#evaluator), stalled]);
    } finally {
      this.#waiting.delete(registration);
    }
  }

  /** Something went on without a step: looks whether all of them wait now. */
  check(): void {
    this.#guard.check();
  }

  #failStalled(): void {
    for (const [registration, fail] of this.#waiting) {
      const awaited = [...this.#evaluator.awaitedResources(registration.inputs)] as Registration[];
      fail(new DiagnosticError(resourceCycle([registration, ...awaited, registration])));
    }
  }
}
