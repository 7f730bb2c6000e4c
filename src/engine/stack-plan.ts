import type { Diagnostic, Json, Plan } from "../model/index.js";
import { planJson, planText, type Look } from "../render/index.js";
import type { Holder } from "../store/internal.js";
import { explainPlan, type PlanExplanation } from "./plan-explanation.js";
import type { Settled } from "./settling/settle.js";
import { failedChanges } from "../plan/index.js";
import type { Run, RunOptions } from "./run.js";

/** A plan that can be looked at, and then applied as it was shown. */
export class StackPlan {
  readonly plan: Plan;
  /** Operations of earlier runs that were cut off, and what became of them. */
  readonly settled: readonly Settled[];
  /** The run that was changing the stack while this plan was made. */
  readonly beside: Holder | undefined;
  /** Says that resources could not be planned, and which; undefined if all could. */
  readonly incomplete: Diagnostic | undefined;
  readonly #apply: (options: RunOptions) => Promise<Run>;
  readonly #file: () => Uint8Array;

  constructor(
    plan: Plan,
    settled: readonly Settled[],
    beside: Holder | undefined,
    incomplete: Diagnostic | undefined,
    apply: (options: RunOptions) => Promise<Run>,
    file: () => Uint8Array,
  ) {
    this.plan = plan;
    this.settled = settled;
    this.beside = beside;
    this.incomplete = incomplete;
    this.#apply = apply;
    this.#file = file;
  }

  get changes(): Plan["changes"] {
    return this.plan.changes;
  }

  get steps(): Plan["steps"] {
    return this.plan.steps;
  }

  /** The resources that could not be planned. They are left as they are, and a run of this plan fails for them. */
  get failed(): Plan["changes"] {
    return failedChanges(this.plan);
  }

  /** Whether interrupted operations have left processes running, so that their resources are not in the plan. */
  get isWaiting(): boolean {
    return this.settled.some(({ isRunning }) => isRunning);
  }

  /** Whether there is nothing to do, no resource and no output changes, and everything could be planned. */
  get isEmpty(): boolean {
    const { steps, outputChanges } = this.plan;
    const isStill = steps.every(({ action }) => action === "confirm" || action === "read");
    return isStill && outputChanges.length === 0 && this.failed.length === 0;
  }

  /** The plan as people read it; plain and of any width unless said. */
  text(look?: Look): string {
    return planText(this.plan, look);
  }

  /** The plan as one versioned document, with the same information as its text. */
  toJSON(): Json {
    return planJson(this.plan);
  }

  /**
   * Why it does what it does to a resource, which is named by its URN, moniker, name or id; or to an output, which is
   * named as `output:name`, or by its name alone if no resource is called so.
   */
  explain(subject: string): PlanExplanation {
    return explainPlan(this.plan, subject);
  }

  /**
   * Does exactly this; refused whole if the stack has moved since, or if something could not be planned and
   * `continueOnError` is not set.
   */
  apply(options: RunOptions = {}): Promise<Run> {
    return this.#apply(options);
  }

  /**
   * The plan as the bytes of a file, for `applyFile` of the same stack in another process. Sealed with the key of
   * the stack, and of use once. Refused if something could not be planned.
   */
  file(): Uint8Array {
    return this.#file();
  }
}
