import type { Change, Plan, Reason, RowChange } from "../../model/index.js";
import { differingKeys, digestOf, digestsOf, type Digests } from "./canonical-text.js";
import type { RegistrationPremise } from "./registration-premise.js";

/** All that two plans must have in common to be one plan, without the values themselves. */
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

/** What differs, a line for each; what the program asks for comes first, and explains all else if it differs. */
export function planDifferences(before: PlanTraits, after: PlanTraits): readonly string[] {
  const asked = registrationDifferences(before.registrations, after.registrations);
  const outputs = differingKeys(before.outputs, after.outputs).map(
    (name) => `other value: the output ${name}`,
  );
  if (asked.length > 0 || outputs.length > 0) return [...asked, ...outputs];
  const decided = changeDifferences(before.changes, after.changes);
  if (decided.length > 0) return decided;
  return [
    ...(before.steps === after.steps ? [] : ["other steps"]),
    ...(before.renames === after.renames ? [] : ["other names in state"]),
  ];
}

export function registrationDifferences(
  before: readonly RegistrationPremise[],
  after: readonly RegistrationPremise[],
): readonly string[] {
  const then = new Map(before.map((each) => [each.urn, each]));
  const now = new Set(after.map(({ urn }) => urn));
  const found = after.flatMap(({ urn, parts }) => {
    const planned = then.get(urn);
    if (planned === undefined) return [`added: ${urn}`];
    const differing = differingKeys(planned.parts, parts);
    return differing.length === 0 ? [] : [`changed: ${urn} (${differing.join(", ")})`];
  });
  return [...found, ...before.flatMap(({ urn }) => (now.has(urn) ? [] : [`removed: ${urn}`]))];
}

function changeDifferences(before: readonly ChangeTrait[], after: readonly ChangeTrait[]): readonly string[] {
  const text = ({ urn, digest }: ChangeTrait) => `${urn} ${digest}`;
  const both = new Set(before.map(text).filter((each) => after.some((change) => text(change) === each)));
  const urns = [...before, ...after].filter((each) => !both.has(text(each))).map(({ urn }) => urn);
  return [...new Set(urns)].map((urn) => `decided otherwise: ${urn}`);
}

function withoutPositions(change: Change): object {
  return { ...withoutPosition(change), reasons: change.reasons.map(withoutPosition) };
}

function withoutPosition(place: Change | Reason): object {
  if (!("position" in place)) return place;
  const { position: _, ...rest } = place;
  return rest;
}
