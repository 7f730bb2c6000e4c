import {
  Dynamic,
  equalCty,
  isCtyArray,
  isCtyObject,
  isCtyUnknown,
  partType,
  type CtyObject,
  type CtyPath,
  type CtyType,
  type CtyValue,
} from "../cty/index.js";
import { plainBlocks, type Attribute, type Block, type NestedBlock } from "../schema/index.js";
import { fitted } from "./dynamic-fit.js";
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
import { memberOf, type Members } from "./members.js";
import { brokenPromise } from "./refinement.js";
import { matchSets } from "./set-match.js";
import { reportWriteOnly } from "./write-only.js";

/**
 * Returns the places where the result of an apply is not what was planned: known parts must stay, and unknown ones may become
 * anything that fits what was known about them. Also compares the plan made before an apply with the one made during it.
 * `isSecret` says which places hold secrets of the program. See `unknownPaths` for parts that are still unknown.
 */
export function checkApplied(
  block: Block,
  planned: CtyValue,
  applied: CtyValue,
  isSecret?: (path: CtyPath) => boolean,
): readonly PlanFault[] {
  const findings = new Findings(isSecret);
  reportWriteOnly(block, applied, findings);
  compareObjects(block, planned, applied, root, findings);
  return findings.faults;
}

function compareObjects(
  members: Members,
  planned: CtyValue,
  actual: CtyValue,
  place: Place,
  findings: Findings,
): void {
  if (planned === actual) return;
  if (planned === null || actual === null) {
    findings.add(place, (name) =>
      planned === null
        ? `The provider returned ${name}, which was planned to be absent.`
        : `The provider did not return ${name}, which was planned.`,
    );
    return;
  }
  for (const [name, attribute] of members.attributes)
    compareAttributes(attribute, memberOf(planned, name), memberOf(actual, name), place, findings);
  for (const [name, nested] of members.blocks ?? []) {
    const part = placeIn(place, { attribute: name });
    compareBlocks(nested, memberOf(planned, name), memberOf(actual, name), part, findings);
  }
}

function compareAttributes(
  attribute: Attribute,
  planned: CtyValue,
  actual: CtyValue,
  place: Place,
  findings: Findings,
): void {
  if (attribute.writeOnly) return;
  compareValues(attribute.type, attribute.nested, planned, actual, placeOf(place, attribute), findings);
}

/** `members` are those of the objects in the value, if it is one of an attribute with a nested type. */
function compareValues(
  type: CtyType,
  members: Members | undefined,
  planned: CtyValue,
  actual: CtyValue,
  place: Place,
  findings: Findings,
): void {
  if (planned === actual) return;
  if (isCtyUnknown(planned)) {
    const broken = planned.refinement && brokenPromise(planned.refinement, actual);
    if (broken !== undefined)
      findings.add(
        place,
        (name, show) => `The provider returned ${show(actual)} for ${name}, which was planned ${broken}.`,
      );
  } else if (type.kind === "dynamic") compareDynamic(planned, actual, place, findings);
  else if (planned === null || actual === null || isCtyUnknown(actual) || isLeaf(type)) {
    if (!equalCty(type, planned, actual)) reportDifference(planned, actual, place, findings);
  } else if (type.kind === "set") {
    const fits = (one: CtyValue, other: CtyValue, trial: Findings) =>
      compareValues(type.element, members, one, other, place, trial);
    compareSets(type.element, partsOf(type.element, members), planned, actual, place, findings, fits);
  } else if (type.kind === "object" && members !== undefined)
    compareObjects(members, planned, actual, place, findings);
  else if (isCtyArray(planned)) compareLists(type, members, planned, actual, place, findings);
  else compareKeys(type, members, planned as CtyObject, actual as CtyObject, place, findings);
}

function isLeaf({ kind }: CtyType): boolean {
  return kind === "string" || kind === "number" || kind === "bool";
}

/** A planned null of dynamic type has no type that would bind the provider. */
function compareDynamic(planned: CtyValue, actual: CtyValue, place: Place, findings: Findings): void {
  if (!(planned instanceof Dynamic)) return;
  if (!(actual instanceof Dynamic)) {
    reportDifference(planned, actual, place, findings);
    return;
  }
  const result = fitted(planned.type, actual);
  if (result === undefined)
    findings.add(place, (name) => `The provider returned a value for ${name} whose type was not planned.`);
  else compareValues(planned.type, undefined, planned.value, result.value, place, findings);
}

function compareLists(
  type: CtyType,
  members: Members | undefined,
  planned: readonly CtyValue[],
  actual: CtyValue,
  place: Place,
  findings: Findings,
): void {
  if (!isCtyArray(actual)) return;
  if (planned.length !== actual.length)
    reportCounts("element", planned.length, actual.length, place, findings);
  else
    for (const [index, part] of planned.entries())
      compareValues(
        partType(type, index),
        members,
        part,
        actual[index]!,
        placeIn(place, { index }),
        findings,
      );
}

function compareKeys(
  type: CtyType,
  members: Members | undefined,
  planned: CtyObject,
  actual: CtyObject,
  place: Place,
  findings: Findings,
): void {
  forEachKey(planned, actual, place, findings, type.kind === "object", (key, one, other, part) =>
    compareValues(partType(type, key), members, one, other, part, findings),
  );
}

function forEachKey(
  planned: CtyObject,
  actual: CtyObject,
  place: Place,
  findings: Findings,
  isObject: boolean,
  compare: (key: string, planned: CtyValue, actual: CtyValue, place: Place) => void,
): void {
  for (const [key, one] of planned) {
    const part = placeIn(place, isObject ? { attribute: key } : { key });
    const other = actual.get(key);
    if (other !== undefined) compare(key, one, other, part);
    else findings.add(part, (name) => `The provider did not return ${name}, which was planned.`);
  }
  for (const key of actual.keys())
    if (!planned.has(key))
      findings.add(
        placeIn(place, isObject ? { attribute: key } : { key }),
        (name) => `The provider returned ${name}, which was not planned.`,
      );
}

function compareBlocks(
  nested: NestedBlock,
  declaredPlanned: CtyValue,
  declaredActual: CtyValue,
  place: Place,
  findings: Findings,
): void {
  const planned = plainBlocks(nested, declaredPlanned);
  const actual = plainBlocks(nested, declaredActual);
  const { nesting, block } = nested;
  if (nesting === "single" || nesting === "group") {
    // A block that was not known may turn out not to be there.
    if (!isCtyUnknown(planned) || actual !== null) compareObjects(block, planned, actual, place, findings);
  } else if (planned === null || actual === null || isCtyUnknown(planned) || isCtyUnknown(actual)) return;
  else if (nesting === "map") {
    if (isCtyObject(planned) && isCtyObject(actual))
      forEachKey(planned, actual, place, findings, false, (_key, one, other, part) =>
        compareObjects(block, one, other, part, findings),
      );
  } else if (nesting === "set") {
    const fits = (one: CtyValue, other: CtyValue, trial: Findings) =>
      compareObjects(block, one, other, place, trial);
    compareSets(block.type, attributeTypes(block), planned, actual, place, findings, fits);
  } else if (isCtyArray(planned) && isCtyArray(actual)) {
    if (planned.length !== actual.length)
      reportCounts("block", planned.length, actual.length, place, findings);
    else
      for (const [index, part] of planned.entries())
        compareObjects(block, part, actual[index]!, placeIn(place, { index }), findings);
  }
}

/** Elements that turn out to be equal become one, so a set may become smaller, and never larger. */
function compareSets(
  element: CtyType,
  parts: ReadonlyMap<string, CtyType> | undefined,
  planned: CtyValue,
  actual: CtyValue,
  place: Place,
  findings: Findings,
  compare: (planned: CtyValue, actual: CtyValue, trial: Findings) => void,
): void {
  if (!isCtyArray(planned) || !isCtyArray(actual)) return;
  const { missing, unplanned } = matchSets(element, parts, planned, actual, (one, other) => {
    const trial = new Findings(() => true);
    compare(one, other, trial);
    return trial.faults.length === 0;
  });
  if (missing > 0)
    findings.add(
      place,
      (name) => `The provider returned ${name} without ${countText(missing, "element")} of the plan.`,
    );
  else if (unplanned > 0)
    findings.add(
      place,
      (name) =>
        `The provider returned ${name} with ${countText(unplanned, "element")} that the plan does not have.`,
    );
  else if (actual.length > planned.length)
    reportCounts("element", planned.length, actual.length, place, findings);
}

function partsOf(element: CtyType, members: Members | undefined): ReadonlyMap<string, CtyType> | undefined {
  if (element.kind !== "object") return undefined;
  return members === undefined ? element.attributes : attributeTypes(members);
}

function attributeTypes({ attributes }: Members): ReadonlyMap<string, CtyType> {
  return new Map([...attributes].flatMap(([name, { type, writeOnly }]) => (writeOnly ? [] : [[name, type]])));
}

function reportDifference(planned: CtyValue, actual: CtyValue, place: Place, findings: Findings): void {
  findings.add(
    place,
    (name, show) =>
      `The provider returned ${show(actual)} for ${name}, which was planned to be ${show(planned)}.`,
  );
}

function reportCounts(
  kind: PartKind,
  planned: number,
  actual: number,
  place: Place,
  findings: Findings,
): void {
  findings.add(
    place,
    (name) =>
      `The provider returned ${countText(actual, kind)} for ${name}, but the plan has ${countText(planned, kind)}.`,
  );
}
