import type { Json, Plan } from "../model/index.js";
import { planJson, planText } from "../render/index.js";
import type { Holder } from "../store/index.js";
import type { Settled } from "./settling/settle.js";
import type { Run, RunOptions } from "./stack.js";

/** A plan that can be looked at, and then applied as it was shown. */
export class StackPlan {
  readonly plan: Plan;
  /** Operations of earlier runs that were cut off, and what became of them. */
  readonly settled: readonly Settled[];
  /** The run that was changing the stack while this plan was made. */
  readonly beside: Holder | undefined;
  readonly #apply: (options: RunOptions) => Promise<Run>;

  constructor(
    plan: Plan,
    settled: readonly Settled[],
    beside: Holder | undefined,
    apply: (options: RunOptions) => Promise<Run>,
  ) {
    this.plan = plan;
    this.settled = settled;
    this.beside = beside;
    this.#apply = apply;
  }

  get changes(): Plan["changes"] {
    return this.plan.changes;
  }

  get steps(): Plan["steps"] {
    return this.plan.steps;
  }

  /** Whether there is anything to do. */
  get isEmpty(): boolean {
    return this.plan.steps.every(({ action }) => action === "confirm" || action === "read");
  }

  /** The plan as people read it. */
  text(): string {
    return planText(this.plan);
  }

  /** The plan as one versioned document, with the same information as its text. */
  toJSON(): Json {
    return planJson(this.plan);
  }

  /** Does exactly this; refused whole if the stack has moved since. */
  apply(options: RunOptions = {}): Promise<Run> {
    return this.#apply(options);
  }
}
