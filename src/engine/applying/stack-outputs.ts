import type { Diagnostic, ResourceHandle, RunEvent, ValueObject } from "../../model/index.js";
import { brokenPremises, brokenPromises, promised, settledOutputs, stackOutputs } from "../../plan/index.js";
import type { Evaluator } from "../../program/index.js";
import { evaluateOutputs, outputDependencies } from "../facts/program-outputs.js";
import type { AppliedRows } from "./applied-rows.js";
import { brokenOutputs } from "./apply-problem.js";
import type { Predictions } from "./predictions.js";
import { inputEquivalence } from "../facts/walked.js";
import type { WorkedPlan } from "../facts/worked-plan.js";

export interface StackOutputPorts {
  readonly worked: WorkedPlan;
  readonly evaluator: Evaluator;
  readonly rows: AppliedRows;
  readonly predictions: Predictions;
  readonly emit: (event: RunEvent) => void;
}

/** The outputs of a stack after the steps of a plan: those that the plan showed, or none. */
export class StackOutputs {
  readonly #worked: WorkedPlan;
  readonly #evaluator: Evaluator;
  readonly #rows: AppliedRows;
  readonly #predictions: Predictions;
  readonly #emit: (event: RunEvent) => void;

  constructor({ worked, evaluator, rows, predictions, emit }: StackOutputPorts) {
    this.#worked = worked;
    this.#evaluator = evaluator;
    this.#rows = rows;
    this.#predictions = predictions;
    this.#emit = emit;
  }

  /** `isComplete`: whether all steps are done. If one is not, all outputs stay as they are. */
  async settle(isComplete: boolean): Promise<{
    readonly recorded: ValueObject | undefined;
    readonly diagnostics: readonly Diagnostic[];
  }> {
    const { plan, program, isDestroy, lastOutputs } = this.#worked;
    if (lastOutputs === undefined) return { recorded: undefined, diagnostics: [] };
    if (isDestroy) return { recorded: isComplete ? {} : undefined, diagnostics: [] };
    const { value, failed, diagnostics } = await evaluateOutputs(program.outputs, this.#evaluator);
    if (failed === undefined || !isComplete) return { recorded: undefined, diagnostics };
    const { outputs, broken } = settledOutputs({
      recorded: lastOutputs,
      planned: plan.outputs,
      changes: plan.outputChanges,
      applied: stackOutputs(value, lastOutputs),
      isEquivalent: (name) => this.#followsProvider(name),
    });
    if (broken.length > 0)
      return { recorded: undefined, diagnostics: [...diagnostics, brokenOutputs(broken)] };
    return { recorded: outputs, diagnostics };
  }

  /**
   * Whether an output differs because a provider returned another value than it had planned. The output follows what
   * there is now. Unless the value was only predicted, or the type accepts it as another spelling, the provider's mistake
   * is reported.
   */
  #followsProvider(name: string): boolean {
    const sources = [...outputDependencies(this.#worked.program.outputs, name, this.#evaluator)];
    const isMissed = sources.some(({ urn }) => this.#predictions.has(urn));
    const returned = sources.flatMap((source) => this.#returnedOther(source) ?? []);
    for (const { urn, isEquivalent } of returned) {
      if (!isEquivalent) this.#emit({ kind: "message", urn, level: "warn", text: otherOutput(name) });
    }
    return isMissed || returned.length > 0;
  }

  #returnedOther({ urn }: ResourceHandle): ReturnedOther | undefined {
    const walked = this.#worked.resources.get(urn);
    const stored = this.#rows.objectOf(urn)?.stored;
    if (walked?.planned === undefined || stored === undefined || this.#predictions.has(urn)) return undefined;
    const { outputs } = walked.planned;
    const { action } = walked.decision;
    const isNew = action === "create" || action === "replace";
    const returned = isNew ? promised(outputs, stored.outputs) : stored.outputs;
    if (brokenPremises(outputs, returned, () => false).length === 0) return undefined;
    const broken = brokenPromises(outputs, stored, inputEquivalence(walked), isNew);
    return { urn, isEquivalent: broken.length === 0 };
  }
}

/** A resource whose provider returned another value than it had planned. */
interface ReturnedOther {
  readonly urn: string;
  readonly isEquivalent: boolean;
}

/** Events hold no values. */
function otherOutput(name: string): string {
  return `The stack output ${JSON.stringify(name)} differs from the plan; its actual value is recorded. The provider returned a different value than it planned. It should mark the property as unknown in modifyPlan.`;
}
