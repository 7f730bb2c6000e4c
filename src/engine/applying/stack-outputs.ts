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

/** The outputs of a stack after an apply: the planned ones, or none. */
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

  /** `isComplete`: all steps are done. If not, all outputs keep their previous values. */
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
   * True if an output differs because a provider returned a different value than it planned. The output takes the
   * actual value. The provider's bug is reported, unless the value was only predicted or the type accepts it as an
   * equivalent spelling.
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

/** A resource whose provider returned a different value than it planned. */
interface ReturnedOther {
  readonly urn: string;
  readonly isEquivalent: boolean;
}

/** The message contains no values, because events must not. */
function otherOutput(name: string): string {
  return `The stack output ${JSON.stringify(name)} differs from the plan; its actual value is recorded. The provider returned a different value than it planned. It should mark the property as unknown in modifyPlan.`;
}
