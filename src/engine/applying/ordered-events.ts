import type { RunEvent, Step } from "../../model/index.js";

type StepFinished = Extract<RunEvent, { kind: "step-finished" }>;

/**
 * Emits events in the order in which they happen, with one exception: a step may start while the outcome of its
 * dependency is still becoming durable. Its events wait until the dependency is reported as done, and later events wait
 * with them.
 */
export class OrderedEvents {
  readonly #after: ReadonlyMap<string, readonly string[]>;
  readonly #tell: (event: RunEvent) => void;
  /** Steps that started and are not yet reported as ended. */
  readonly #open = new Set<string>();
  /** The end events of those steps, where they have ended. */
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

  /** True if all dependencies of a step have ended. Their end events are emitted first. */
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
