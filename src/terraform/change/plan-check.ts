import {
  equalCty,
  isCtyArray,
  isCtyObject,
  isCtyUnknown,
  isWhollyKnown,
  type CtyPath,
  type CtyValue,
} from "../cty/index.js";
import { plainBlocks, type Attribute, type Block, type NestedBlock } from "../schema/index.js";
import {
  countText,
  Findings,
  placeIn,
  placeOf,
  root,
  type PartKind,
  type Place,
  type PlanFault,
} from "./findings.js";
import { elementOf, hasNested, memberOf, type AttributeWithNested, type Members } from "./members.js";
import { reportWriteOnly } from "./write-only.js";

/** One place in the three objects of a plan. */
interface PlanStates {
  readonly prior: CtyValue;
  readonly config: CtyValue;
  readonly planned: CtyValue;
}

/**
 * Returns the places where a provider's plan breaks the rules: it may choose values for computed attributes that the configuration
 * leaves null, and it may keep a prior value; everything else must be as configured. Providers of the legacy type system break the
 * rules often and harmlessly. `isSecret` says which places hold secrets of the program.
 */
export function checkPlan(
  block: Block,
  { isSecret, ...states }: PlanStates & { readonly isSecret?: ((path: CtyPath) => boolean) | undefined },
): readonly PlanFault[] {
  const findings = new Findings(isSecret);
  reportWriteOnly(block, states.planned, findings);
  checkObject(block, states, root, findings);
  return findings.faults;
}

function checkObject(members: Members, states: PlanStates, place: Place, findings: Findings): void {
  if (!isPlannedAsConfigured(states, place, findings)) return;
  for (const [name, attribute] of members.attributes)
    checkAttribute(attribute, membersOf(states, name), placeOf(place, attribute), findings);
  for (const [name, nested] of members.blocks ?? [])
    checkBlocks(nested, membersOf(states, name), placeIn(place, { attribute: name }), findings);
}

/** Returns whether there is something to compare, and reports a part that only the plan or only the configuration has. */
function isPlannedAsConfigured({ config, planned }: PlanStates, place: Place, findings: Findings): boolean {
  if (planned === null && config !== null)
    findings.add(place, (name) => `The provider planned null for ${name}, which is configured.`);
  if (planned !== null && config === null)
    findings.add(place, (name) => `The provider planned ${name}, which is not configured: expected null.`);
  return planned !== null && config !== null;
}

function checkAttribute(attribute: Attribute, states: PlanStates, place: Place, findings: Findings): void {
  const { prior, config, planned } = states;
  if (attribute.writeOnly || (attribute.computed && (!attribute.optional || config === null))) return;
  if (equalCty(attribute.type, planned, config)) return;
  if (prior !== null && config !== null && equalCty(attribute.type, planned, prior)) return;
  if (config === null)
    findings.add(
      place,
      (name, show) =>
        `The provider planned ${show(planned)} for ${name}, which is neither configured nor computed: expected null.`,
    );
  else if (hasNested(attribute)) checkNested(attribute, states, place, findings);
  else
    findings.add(place, (name, show) => {
      const other = prior === null ? "" : `, or ${show(prior)} as in the prior state`;
      return `The provider planned ${show(planned)} for ${name}: expected ${show(config)} as configured${other}.`;
    });
}

function checkNested(
  { nested }: AttributeWithNested,
  states: PlanStates,
  place: Place,
  findings: Findings,
): void {
  const { config, planned } = states;
  if (isCtyUnknown(planned))
    findings.add(place, (name) => `The provider planned an unknown value for ${name}, which is configured.`);
  else if (nested.nesting === "single" || planned === null) checkObject(nested, states, place, findings);
  else if (nested.nesting === "set") {
    if (!canHaveCount(planned, config)) reportCounts("element", states, place, findings);
  } else if (nested.nesting === "list") checkList("element", nested, states, place, findings);
  else checkMap("element", nested, states, place, findings);
}

function checkBlocks(nested: NestedBlock, declared: PlanStates, place: Place, findings: Findings): void {
  const states = eachState(declared, (value) => plainBlocks(nested, value));
  const { config, planned } = states;
  const { nesting, block } = nested;
  if (isCtyUnknown(config)) {
    if (!isCtyUnknown(planned))
      findings.add(
        place,
        (name) => `The provider planned blocks for ${name}, whose number is not known yet.`,
      );
  } else if (isCtyUnknown(planned))
    findings.add(place, (name) => `The provider planned unknown blocks for ${name}: ${unknownBlockHint}.`);
  else if (nesting === "single" || nesting === "group") checkObject(block, states, place, findings);
  else if (planned === null) {
    if (config !== null)
      findings.add(
        place,
        (name) => `The provider planned null for ${name}: no blocks are an empty collection.`,
      );
  } else if (nesting === "list") checkList("block", block, states, place, findings);
  else if (nesting === "map") checkMap("block", block, states, place, findings);
  // Elements of sets have no identity: a plan may mix parts of the configuration and of the prior state.
  else if (isCtyArray(planned) && planned.some(isCtyUnknown) && !hasUnknownPart(config))
    findings.add(place, (name) => `The provider planned an unknown block in ${name}: ${unknownBlockHint}.`);
}

const unknownBlockHint = "attributes of a block may be unknown, a block may not";

/** A configuration of null is that of a legacy provider's state, which ignored changes put there. */
function checkList(
  kind: PartKind,
  members: Members,
  states: PlanStates,
  place: Place,
  findings: Findings,
): void {
  const { planned } = states;
  const config = states.config ?? [];
  if (!isCtyArray(planned)) return;
  if (!isCtyArray(config) || planned.length !== config.length) {
    reportCounts(kind, states, place, findings);
    return;
  }
  for (const index of planned.keys()) {
    const part = eachState({ ...states, config }, (value) => elementOf(value, index));
    checkPart(kind, members, part, placeIn(place, { index }), findings);
  }
}

function checkMap(
  kind: PartKind,
  members: Members,
  states: PlanStates,
  place: Place,
  findings: Findings,
): void {
  const { planned } = states;
  const config = states.config ?? new Map<string, CtyValue>();
  if (!isCtyObject(planned)) return;
  if (!isCtyObject(config)) {
    reportCounts(kind, states, place, findings);
    return;
  }
  for (const key of planned.keys()) {
    const part = placeIn(place, { key });
    if (config.has(key)) checkPart(kind, members, membersOf({ ...states, config }, key), part, findings);
    else findings.add(part, (name) => `The provider planned ${name}, which is not configured.`);
  }
  for (const key of config.keys())
    if (!planned.has(key))
      findings.add(
        placeIn(place, { key }),
        (name) => `The provider planned no ${name}, which is configured.`,
      );
}

function checkPart(
  kind: PartKind,
  members: Members,
  states: PlanStates,
  place: Place,
  findings: Findings,
): void {
  if (kind === "block" && isCtyUnknown(states.planned) && !isCtyUnknown(states.config))
    findings.add(place, (name) => `The provider planned an unknown block for ${name}: ${unknownBlockHint}.`);
  else if (states.planned !== null || states.config !== null) checkObject(members, states, place, findings);
}

/** Elements that are not wholly known may turn out to be equal, so only their largest number is known. */
function canHaveCount(planned: CtyValue, config: CtyValue): boolean {
  if (!isCtyArray(planned) || !isCtyArray(config) || hasUnknownPart(config)) return true;
  if (!hasUnknownPart(planned)) return planned.length === config.length;
  return config.length > 0 && config.length <= planned.length;
}

function hasUnknownPart(value: CtyValue): boolean {
  return !isWhollyKnown(value);
}

function reportCounts(
  kind: PartKind,
  { config, planned }: PlanStates,
  place: Place,
  findings: Findings,
): void {
  findings.add(place, (name) => {
    const given = isCtyUnknown(config)
      ? "whose number is not known yet"
      : `but the configuration has ${counted(config, kind)}`;
    return `The provider planned ${counted(planned, kind)} for ${name}, ${given}.`;
  });
}

function counted(value: CtyValue, kind: PartKind): string {
  const count = isCtyArray(value) ? value.length : isCtyObject(value) ? value.size : 0;
  return countText(count, kind);
}

function membersOf(states: PlanStates, name: string): PlanStates {
  return eachState(states, (value) => memberOf(value, name));
}

function eachState({ prior, config, planned }: PlanStates, part: (value: CtyValue) => CtyValue): PlanStates {
  return { prior: part(prior), config: part(config), planned: part(planned) };
}
