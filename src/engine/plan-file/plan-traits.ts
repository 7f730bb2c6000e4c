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

/** All that two plans must have in common to be one plan: what the program asks for, and digests of what follows. */
export interface PlanTraits {
  readonly registrations: readonly RegistrationPremise[];
  readonly changes: readonly ChangeTrait[];
  readonly steps: string;
  /** What state will call what. */
  readonly renames: string;
  readonly outputs: Digests;
}

export interface ChangeTrait {
  readonly urn: string;
  readonly digest: string;
}

/** What becomes of resources, and under which names. */
export interface Plannable {
  readonly plan: Plan;
  readonly renames?: readonly RowChange[];
}

/** Where something stands in the source is no part of it: the same program may lie in another folder. */
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

/** The names of outputs that have another value, or are there in one of the two plans only. */
export function outputDifferences(before: PlanTraits, after: PlanTraits): readonly string[] {
  return differingKeys(before.outputs, after.outputs);
}

/** What differs, a line for each; what the program asks for comes first, and explains all else if it differs. */
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

/** A line for each value that differs, inputs last. */
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
    // What is written in two ways and means the same, such as null and nothing, differs as a whole.
    return (changes.length === 0 ? [{ path: [], ...whole }] : changes).map((change) => {
      const path = printPropertyPath([field, ...change.path]);
      const { before: then, after: now } = change;
      // It may be one that must not be recorded: the file tells that only of those that were given.
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

/** The fields that are not written as they were. */
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
