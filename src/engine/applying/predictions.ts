import { expressionsOf, type Expression, type Planned, type Stored } from "../../model/index.js";
import {
  brokenPromises,
  brokenValues,
  isPredicted,
  partPremises,
  predictsOutputs,
  type BrokenPremise,
  type PartedPremises,
} from "../../plan/index.js";
import type { Dependencies } from "../../program/index.js";
import type { Asked } from "../facts/asked.js";
import { inputEquivalence, type WalkedResource } from "../facts/walked.js";

/** The planned result of a create or update. */
export interface PlannedCall {
  readonly planned: Planned;
  readonly isNew: boolean;
}

/** A predicted output whose actual value differs. */
export interface MissedPrediction extends BrokenPremise {
  /** The resource that has the output. */
  readonly urn: string;
}

/** The missed predictions of an apply, and the resources whose values changed because of them. */
export class Predictions {
  readonly #dependenciesOf: (expression: Expression) => Dependencies;
  /** Missed predictions by the URN of the affected resource. */
  readonly #missed = new Map<string, readonly MissedPrediction[]>();

  /** `dependenciesOf` returns the resources that the value of an expression comes from. */
  constructor(dependenciesOf: (expression: Expression) => Dependencies) {
    this.#dependenciesOf = dependenciesOf;
  }

  /** True if values of a resource differ from the plan because of a missed prediction. */
  has(urn: string): boolean {
    return this.#missed.has(urn);
  }

  /** Splits the differences from the plan by whether a missed prediction explains them. */
  part(walked: WalkedResource, asked: Asked): PartedPremises {
    const premises = brokenValues(walked, asked, inputEquivalence(walked));
    if (premises.length === 0 || this.#missed.size === 0) return { broken: premises, missed: [] };
    const isMissed = (field: string) => this.#sources(field, walked, asked).some((urn) => this.has(urn));
    return partPremises(premises, isMissed);
  }

  /** The missed predictions that fields of a resource depend on, each once. */
  behind(walked: WalkedResource, asked: Asked, fields: readonly string[]): readonly MissedPrediction[] {
    if (this.#missed.size === 0) return [];
    const sources = fields.flatMap((field) => this.#sources(field, walked, asked));
    return [...new Set(sources.flatMap((urn) => this.#missed.get(urn) ?? []))];
  }

  /** Records that values of a resource differ from the plan because of these missed predictions. */
  note(urn: string, missed: readonly MissedPrediction[]): void {
    if (missed.length > 0) this.#missed.set(urn, [...(this.#missed.get(urn) ?? []), ...missed]);
  }

  /**
   * Returns the outputs that differ from the provider's plan. Outputs that were only predicted are recorded as missed
   * predictions and left out. A resource that was planned again is compared with the new plan.
   */
  brokenBy(walked: WalkedResource, call: PlannedCall, stored: Stored): readonly BrokenPremise[] {
    const { urn } = walked.registration;
    const planned = this.has(urn) ? call.planned : walked.planned;
    const premises = brokenPromises(planned?.outputs ?? {}, stored, inputEquivalence(walked), call.isNew);
    if (premises.length === 0 || planned?.predicted === undefined) return premises;
    return this.#missedOf(urn, planned, premises);
  }

  /**
   * Records the missed predictions of an object that stays as it is: the plan showed a change of it, and its known
   * values need none.
   */
  noteKept(walked: WalkedResource, stored: Stored): void {
    const { registration, planned, decision } = walked;
    if (planned === undefined || !predictsOutputs({ action: decision.action, planned })) return;
    const isNew = decision.action === "replace";
    const premises = brokenPromises(planned.outputs, stored, inputEquivalence(walked), isNew);
    this.#missedOf(registration.urn, planned, premises);
  }

  /** Records the premises that were only predicted as missed predictions, and returns the others. */
  #missedOf(urn: string, planned: Planned, premises: readonly BrokenPremise[]): readonly BrokenPremise[] {
    const { broken, missed } = partPremises(premises, (output) => isPredicted(planned, output));
    this.note(
      urn,
      missed.map((each) => ({ ...each, urn })),
    );
    return broken;
  }

  /** The resources that a value comes from, both as planned and as it is now. */
  #sources(field: string, walked: WalkedResource, asked: Asked): readonly string[] {
    const { origin, registration } = walked;
    const { inputs, options } = registration;
    const needed = [...asked.needs, ...walked.needs].flatMap((need) =>
      need.kind === "input" && need.field === field ? [need.to.urn] : [],
    );
    const expressions = expressionsOf(options).flatMap(([name, each]) => (name === field ? [each] : []));
    if (inputs.kind !== "object") expressions.push(inputs);
    const evaluated = expressions.flatMap((each) => [...this.#dependenciesOf(each)].map(({ urn }) => urn));
    const made = origin.flatMap(({ waitsFor }) => waitsFor);
    return [...needed, ...evaluated, ...made];
  }
}
