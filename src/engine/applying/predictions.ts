import { expressionsOf, type Expression, type Planned, type Stored } from "../../model/index.js";
import {
  brokenPromises,
  brokenValues,
  isPredicted,
  partPremises,
  type BrokenPremise,
  type PartedPremises,
} from "../../plan/index.js";
import type { Dependencies } from "../../program/index.js";
import type { Asked } from "../facts/asked.js";
import { inputEquivalence, type WalkedResource } from "../facts/walked.js";

/** What a create or an update was planned to come to. */
export interface PlannedCall {
  readonly planned: Planned;
  readonly isNew: boolean;
}

/** A predicted output that came out different. */
export interface MissedPrediction extends BrokenPremise {
  /** The resource whose output it is. */
  readonly urn: string;
}

/** The predictions that came out different in an apply, and the resources whose values are others because of them. */
export class Predictions {
  readonly #dependenciesOf: (expression: Expression) => Dependencies;
  /** By the URNs of those resources. */
  readonly #missed = new Map<string, readonly MissedPrediction[]>();

  /** `dependenciesOf` says what the value of an expression has come from. */
  constructor(dependenciesOf: (expression: Expression) => Dependencies) {
    this.#dependenciesOf = dependenciesOf;
  }

  /** Whether values of a resource are others than planned because of a prediction. */
  has(urn: string): boolean {
    return this.#missed.has(urn);
  }

  /** Where the values of a resource came out other than planned, by whether a prediction is the reason. */
  part(walked: WalkedResource, asked: Asked): PartedPremises {
    const premises = brokenValues(walked, asked, inputEquivalence(walked));
    if (premises.length === 0 || this.#missed.size === 0) return { broken: premises, missed: [] };
    const isMissed = (field: string) => this.#sources(field, walked, asked).some((urn) => this.has(urn));
    return partPremises(premises, isMissed);
  }

  /** The predictions behind fields of a resource, each once. */
  behind(walked: WalkedResource, asked: Asked, fields: readonly string[]): readonly MissedPrediction[] {
    if (this.#missed.size === 0) return [];
    const sources = fields.flatMap((field) => this.#sources(field, walked, asked));
    return [...new Set(sources.flatMap((urn) => this.#missed.get(urn) ?? []))];
  }

  /** Takes note that a resource has other values than planned because of these. */
  note(urn: string, missed: readonly MissedPrediction[]): void {
    if (missed.length > 0) this.#missed.set(urn, [...(this.#missed.get(urn) ?? []), ...missed]);
  }

  /**
   * Where a provider returned other outputs than it had planned. Those that it only predicted are noted, and left out. A
   * resource that was planned again is held to that plan.
   */
  brokenBy(walked: WalkedResource, call: PlannedCall, stored: Stored): readonly BrokenPremise[] {
    const { urn } = walked.registration;
    const planned = this.has(urn) ? call.planned : walked.planned;
    const premises = brokenPromises(planned?.outputs ?? {}, stored, inputEquivalence(walked), call.isNew);
    if (premises.length === 0 || planned?.predicted === undefined) return premises;
    const { broken, missed } = partPremises(premises, (output) => isPredicted(planned, output));
    this.note(
      urn,
      missed.map((each) => ({ ...each, urn })),
    );
    return broken;
  }

  /** The resources that a value comes from: as it was planned, and as it is now. */
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
