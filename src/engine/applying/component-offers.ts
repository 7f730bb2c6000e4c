import type { Journal } from "../../apply/index.js";
import { equalValues, type Diagnostic, type Registration, type ValueObject } from "../../model/index.js";
import { knownOutputs } from "../../plan/index.js";
import type { EvaluationFailure, Evaluator, ResourceAnswer } from "../../program/index.js";
import type { AppliedRows } from "./applied-rows.js";
import { evaluateOffer } from "../facts/evaluate-offer.js";
import { componentAnswer } from "../facts/planned-answer.js";

/**
 * The registered outputs of components. They come from children, which are created after the component. So a component
 * is recorded first, answers when its children have, and its outputs are recorded at the end.
 */
export class ComponentOffers {
  readonly #evaluator: Evaluator;
  readonly #rows: AppliedRows;
  readonly #journal: Journal;

  constructor(evaluator: Evaluator, rows: AppliedRows, journal: Journal) {
    this.#evaluator = evaluator;
    this.#rows = rows;
    this.#journal = journal;
  }

  async answer(component: Registration, inputs: ValueObject): Promise<ResourceAnswer> {
    const offered = await this.#outputs(component);
    return offered.ok ? componentAnswer(component, inputs, offered.outputs) : { ok: false, diagnostics: [] };
  }

  /** Records the outputs of components whose children all ended. Returns the reasons why others have no outputs. */
  async record(components: readonly Registration[]): Promise<readonly Diagnostic[]> {
    const diagnostics: Diagnostic[] = [];
    for (const component of components) {
      const object = this.#rows.objectOf(component.urn);
      const offered = object && (await this.#outputs(component));
      if (offered?.ok === false) diagnostics.push(...offered.diagnostics);
      if (!offered?.ok) continue;
      const outputs = knownOutputs(offered.outputs, object!.stored.outputs);
      if (equalValues(outputs, object!.stored.outputs)) continue;
      const row = { ...object!, stored: { ...object!.stored, outputs } };
      await this.#journal.append({
        event: { kind: "recorded", what: "component outputs" },
        changes: [{ put: "object", row }],
      });
    }
    return diagnostics;
  }

  async #outputs(component: Registration): Promise<Offered> {
    if (component.outputs === undefined) return { ok: true, outputs: {} };
    const evaluated = await evaluateOffer(component, this.#evaluator);
    return evaluated.ok ? { ok: true, outputs: (evaluated.value ?? {}) as ValueObject } : evaluated;
  }
}

type Offered = { readonly ok: true; readonly outputs: ValueObject } | EvaluationFailure;
