import type { Journal } from "../../apply/index.js";
import { equalValues, type Registration, type ValueObject } from "../../model/index.js";
import type { Evaluator, ResourceAnswer } from "../../program/index.js";
import type { AppliedRows } from "./applied-rows.js";
import { componentAnswer } from "../planning/planned-answer.js";

/**
 * What components offer. It comes from their children, which are made after them: so a component is recorded
 * first, answers when its children have, and what it offers is recorded at the end.
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
    const outputs = await this.#outputs(component);
    return outputs === undefined
      ? { ok: false, diagnostics: [] }
      : componentAnswer(component, inputs, outputs);
  }

  /** Of those whose children all came to their end. */
  async record(components: readonly Registration[]): Promise<void> {
    for (const component of components) {
      const object = this.#rows.objectOf(component.urn);
      const outputs = object && (await this.#outputs(component));
      if (outputs === undefined || equalValues(outputs, object!.stored.outputs)) continue;
      const row = { ...object!, stored: { ...object!.stored, outputs } };
      await this.#journal.append({
        event: { kind: "recorded", what: "component outputs" },
        changes: [{ put: "object", row }],
      });
    }
  }

  /** Undefined if something that they come from failed: that is reported where it failed. */
  async #outputs({ outputs }: Registration): Promise<ValueObject | undefined> {
    if (outputs === undefined) return {};
    const evaluated = await this.#evaluator.evaluate(outputs);
    return evaluated.ok ? ((evaluated.value ?? {}) as ValueObject) : undefined;
  }
}
