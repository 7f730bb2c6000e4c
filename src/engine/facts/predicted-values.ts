import { expressionsOf, type Expression } from "../../model/index.js";
import {
  predictedFields,
  predictsOutputs,
  readsPredicted,
  wholeResource,
  type PredictionFacts,
  type ValueSourceFact,
} from "../../plan/index.js";
import type { Dependencies } from "../../program/index.js";
import { propertyReads } from "./property-reads.js";
import type { WalkedResource } from "./walked.js";

/** The values of a plan that depend on outputs that providers only predict. */
export class PredictedValues {
  readonly #facts: ReadonlyMap<string, PredictionFacts>;
  /** The fields by URN; see `fieldsOf`. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;

  private constructor(facts: readonly PredictionFacts[]) {
    this.#facts = new Map(facts.map((each) => [each.urn, each]));
    this.fields = predictedFields(facts);
  }

  static readonly none = new PredictedValues([]);

  static of(
    resources: Iterable<WalkedResource>,
    dependenciesOf: (expression: Expression) => Dependencies,
  ): PredictedValues {
    const all = [...resources];
    const isPredicting = all.some(({ decision: { action }, planned }) =>
      predictsOutputs({ action, planned }),
    );
    return isPredicting
      ? new PredictedValues(all.map((each) => factsOf(each, dependenciesOf)))
      : PredictedValues.none;
  }

  /**
   * Returns the inputs of a resource that depend on predictions, including `replaceTrigger` and `wholeResource`;
   * undefined if none does.
   */
  fieldsOf(urn: string): ReadonlySet<string> | undefined {
    return this.fields.get(urn);
  }

  /**
   * True if a value made from these properties of a resource depends on a prediction. `reads` is undefined if the
   * properties are not known: then any predicted property counts.
   */
  isRead(urn: string, reads: readonly string[] | undefined): boolean {
    const source = this.#facts.get(urn);
    return source !== undefined && readsPredicted(source, reads, this.fields.get(urn));
  }

  /**
   * Returns the resources that a resource must wait for although its inputs do not depend on them, because they decide
   * whether it exists.
   */
  awaitedBy(urn: string): readonly string[] {
    const fields = this.fields.get(urn);
    if (fields === undefined) return [];
    const deciding = [wholeResource, "replaceTrigger"].filter((field) => fields.has(field));
    if (deciding.length === 0) return [];
    const sources = this.#facts.get(urn)!.sources();
    return sources.flatMap(({ field, urn: source, reads }) =>
      deciding.includes(field) && this.isRead(source, reads) ? [source] : [],
    );
  }
}

function factsOf(
  walked: WalkedResource,
  dependenciesOf: (expression: Expression) => Dependencies,
): PredictionFacts {
  const { registration, decision, planned } = walked;
  const { urn, kind } = registration;
  let known: readonly ValueSourceFact[] | undefined;
  const sources = () => (known ??= sourcesOf(walked, dependenciesOf));
  return { urn, kind, action: decision.action, planned, sources };
}

function sourcesOf(
  { registration, needs, origin }: WalkedResource,
  dependenciesOf: (expression: Expression) => Dependencies,
): readonly ValueSourceFact[] {
  const { inputs, options } = registration;
  const reads = propertyReads(registration);
  const made = origin.flatMap(({ waitsFor }) => waitsFor);
  if (inputs.kind !== "object") for (const { urn } of dependenciesOf(inputs)) made.push(urn);
  const triggers = expressionsOf(options).filter(([name]) => name === "replaceTrigger");
  return [
    ...needs.flatMap(({ kind, field, to }) =>
      kind === "input" && field !== undefined ? [{ field, urn: to.urn, reads: reads(field, to) }] : [],
    ),
    ...triggers.flatMap(([field, expression]) =>
      [...dependenciesOf(expression)].map(({ urn }) => ({ field, urn, reads: undefined })),
    ),
    ...made.map((urn) => ({ field: wholeResource, urn, reads: undefined })),
  ];
}
