import {
  diffValues,
  getProperty,
  printPropertyPath,
  secretOf,
  type Change,
  type Plan,
  type Reason,
  type RowChange,
  type ValueObject,
} from "../../model/index.js";
import { differenceLine } from "../facts/resource-problem.js";
import { differingKeys, digestOf, digestsOf, type Digests } from "./canonical-text.js";
import type { RegistrationPremise } from "./registration-premise.js";

/** The facts that two equal plans share: the declared resources, and digests of everything derived from them. */
export interface PlanTraits {
  readonly registrations: readonly RegistrationPremise[];
  readonly changes: readonly ChangeTrait[];
  readonly steps: string;
  /** The renames in state. */
  readonly renames: string;
  readonly outputs: Digests;
}

export interface ChangeTrait {
  readonly urn: string;
  readonly digest: string;
}

/** The planned changes of resources, and their names. */
export interface Plannable {
  readonly plan: Plan;
  readonly renames?: readonly RowChange[];
}

/** Source positions are not part of the traits: the same program may be in a different folder. */
export function planTraits(
  { plan, renames = [] }: Plannable,
  registrations: readonly RegistrationPremise[],
): PlanTraits {
  const { changes, steps, outputs } = plan;
  return {
    registrations,
    changes: changes.map((change) => ({ urn: change.urn, digest: digestOf(withoutPositions(change)) })),
    steps: digestOf(steps),
    renames: digestOf(renames),
    outputs: digestsOf(outputs),
  };
}

/** Returns the names of outputs that differ or exist in only one of the two plans. */
export function outputDifferences(before: PlanTraits, after: PlanTraits): readonly string[] {
  return differingKeys(before.outputs, after.outputs);
}

/**
 * Returns the differences, one line each. Differences in the declared resources come first, because they explain all
 * others.
 */
export function planDifferences(before: PlanTraits, after: PlanTraits): readonly string[] {
  const asked = registrationDifferences(before.registrations, after.registrations);
  const outputs = outputDifferences(before, after).map((name) => `changed: output ${name}`);
  if (asked.length > 0) return [...asked, ...outputs];
  const decided = changeDifferences(before.changes, after.changes);
  if (decided.length > 0) return decided;
  return [
    ...(before.steps === after.steps ? [] : ["different steps"]),
    ...(before.renames === after.renames ? [] : ["different renames in state"]),
  ];
}

export function registrationDifferences(
  before: readonly RegistrationPremise[],
  after: readonly RegistrationPremise[],
): readonly string[] {
  const then = new Map(before.map((each) => [each.urn, each]));
  const now = new Set(after.map(({ urn }) => urn));
  const found = after.flatMap((premise) => {
    const planned = then.get(premise.urn);
    if (planned === undefined) return [`added: ${premise.urn}`];
    const lines = changedLines(planned, premise);
    return lines.length === 0 ? [] : [`changed: ${premise.urn}`, ...lines];
  });
  return [...found, ...before.flatMap(({ urn }) => (now.has(urn) ? [] : [`removed: ${urn}`]))];
}

/** Returns a line for each value that differs, inputs last. */
function changedLines(before: RegistrationPremise, after: RegistrationPremise): readonly string[] {
  const parts = differingFields(before.parts, after.parts).map((name) =>
    differenceLine({
      path: name,
      before: getProperty(before.parts, name),
      after: getProperty(after.parts, name),
    }),
  );
  const inputs = differingFields(before.inputs, after.inputs).flatMap((field) => {
    const whole = { before: getProperty(before.inputs, field), after: getProperty(after.inputs, field) };
    const changes = diffValues(whole.before, whole.after);
    // Values that are written differently but mean the same, such as null and an absent value, differ as a whole.
    return (changes.length === 0 ? [{ path: [], ...whole }] : changes).map((change) => {
      const path = printPropertyPath([field, ...change.path]);
      const { before: then, after: now } = change;
      // It may be an input that must not be recorded. The file marks only the ones that were set.
      const shown = then === undefined && now !== null ? secretOf(now) : now;
      return `inputs.${differenceLine({ path, before: then, after: shown })}`;
    });
  });
  const unrecorded = differingKeys(before.digests ?? {}, after.digests ?? {});
  const hidden = unrecorded.map(
    (field) => `inputs.${printPropertyPath([field])}: a different value, which is not recorded`,
  );
  return [...parts, ...inputs, ...hidden].map((line) => `  ${line}`);
}

/** Returns the fields whose values are written differently. */
function differingFields(before: ValueObject, after: ValueObject): readonly string[] {
  return differingKeys(digestsOf(before), digestsOf(after));
}

function changeDifferences(before: readonly ChangeTrait[], after: readonly ChangeTrait[]): readonly string[] {
  const text = ({ urn, digest }: ChangeTrait) => `${urn} ${digest}`;
  const both = new Set(before.map(text).filter((each) => after.some((change) => text(change) === each)));
  const urns = [...before, ...after].filter((each) => !both.has(text(each))).map(({ urn }) => urn);
  return [...new Set(urns)].map((urn) => `different action: ${urn}`);
}

function withoutPositions(change: Change): object {
  return { ...withoutPosition(change), reasons: change.reasons.map(withoutPosition) };
}

function withoutPosition(place: Change | Reason): object {
  if (!("position" in place)) return place;
  const { position: _, ...rest } = place;
  return rest;
}
