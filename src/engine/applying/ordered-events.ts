import type { RunEvent, Step } from "../../model/index.js";

type StepFinished = Extract<RunEvent, { kind: "step-finished" }>;

/**
 * Tells what happens in the order in which it does, but for one thing: a step may be begun while what it waits for
 * becomes durable, and is told of once that is told to be done. What comes behind it waits as long.
 */
export class OrderedEvents {
  readonly #after: ReadonlyMap<string, readonly string[]>;
  readonly #tell: (event: RunEvent) => void;
  /** The steps that were begun and are not told to have ended. */
  readonly #open = new Set<string>();
  /** How those of them ended that did. */
  readonly #ends = new Map<string, StepFinished>();
  readonly #waiting: RunEvent[] = [];

  constructor(steps: readonly Step[], tell: (event: RunEvent) => void) {
    this.#after = new Map(steps.map(({ id, after }) => [id, after]));
    this.#tell = tell;
  }

  add(event: RunEvent): void {
    if (event.kind === "step-started") this.#open.add(event.step);
    if (event.kind === "step-finished") this.#ends.set(event.step, event);
    this.#waiting.push(event);
    let passed = 0;
    while (passed < this.#waiting.length && this.#pass(this.#waiting[passed]!)) passed++;
    this.#waiting.splice(0, passed);
  }

  #pass(event: RunEvent): boolean {
    if (event.kind === "step-finished") this.#end(event.step);
    else if (event.kind === "step-started" && !this.#isFree(event.step)) return false;
    else this.#tell(event);
    return true;
  }

  /** Whether all that a step waits for has ended. What was done is told first. */
  #isFree(step: string): boolean {
    const needs = this.#after.get(step) ?? [];
    if (needs.some((need) => this.#open.has(need) && !this.#ends.has(need))) return false;
    for (const need of needs) if (this.#ends.get(need)?.result === "done") this.#end(need);
    return true;
  }

  #end(step: string): void {
    const end = this.#ends.get(step);
    if (end === undefined) return;
    this.#ends.delete(step);
    this.#open.delete(step);
    this.#tell(end);
  }
}
