import type { Diagnostic, Json, Plan } from "../model/index.js";
import { planJson, planText, type Look } from "../render/index.js";
import type { Holder } from "../store/internal.js";
import { explainPlan, type PlanExplanation } from "./plan-explanation.js";
import type { Settled } from "./settling/settle.js";
import { failedChanges } from "../plan/index.js";
import type { Run, RunOptions } from "./run.js";

/** A plan that can be reviewed, and then applied exactly as shown. */
export class StackPlan {
  readonly plan: Plan;
  /** Interrupted operations of earlier runs, and what happened to them. */
  readonly settled: readonly Settled[];
  /** The run that was changing the stack while this plan was made, if any. */
  readonly beside: Holder | undefined;
  /** The diagnostic that lists resources that could not be planned; undefined if all could. */
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

  /** The resources that could not be planned. They stay unchanged, and applying this plan fails because of them. */
  get failed(): Plan["changes"] {
    return failedChanges(this.plan);
  }

  /** True if interrupted operations left processes running, so that their resources are not in the plan. */
  get isWaiting(): boolean {
    return this.settled.some(({ isRunning }) => isRunning);
  }

  /** True if no resource and no output changes, and everything could be planned. */
  get isEmpty(): boolean {
    const { steps, outputChanges } = this.plan;
    const isStill = steps.every(({ action }) => action === "confirm" || action === "read");
    return isStill && outputChanges.length === 0 && this.failed.length === 0;
  }

  /** The plan as text; without color and unwrapped by default. */
  text(look?: Look): string {
    return planText(this.plan, look);
  }

  /** The plan as a versioned JSON document, with the same information as its text. */
  toJSON(): Json {
    return planJson(this.plan);
  }

  /**
   * Returns the reasons for the planned action on a resource, given by URN, moniker, name or id; or on an output, given
   * as `output:name`, or by its name if no resource has that name.
   */
  explain(subject: string): PlanExplanation {
    return explainPlan(this.plan, subject);
  }

  /**
   * Applies exactly this plan. Throws if the stack has changed since, or if a resource could not be planned and
   * `continueOnError` is not set.
   */
  apply(options: RunOptions = {}): Promise<Run> {
    return this.#apply(options);
  }

  /**
   * Returns the plan as the bytes of a file, for `applyFile` of the same stack in another process. The file is
   * encrypted with the key of the stack and can be applied once. Throws if a resource could not be planned.
   */
  file(): Uint8Array {
    return this.#file();
  }
}
