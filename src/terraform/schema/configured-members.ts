import type { Value, ValueObject } from "../../model/index.js";
import { nearestName } from "../../std/nearest-name.js";
import { JSON } from "../../std/plain-json.js";
import type { CtyObject, CtyValue } from "../cty/index.js";
import type { ConfigurationWalk } from "./configuration-walk.js";
import { isComputedOnly, programName, type Member, type ObjectPlace } from "./place.js";

/**
 * Returns the object that the given properties make. Faults are names that the schema does not have, attributes that only the
 * provider sets, required members that are missing, and members given in both spellings. Null counts as not given.
 */
export function readMembers(
  walk: ConfigurationWalk,
  place: ObjectPlace,
  given: ValueObject,
  read: (walk: ConfigurationWalk, member: Member, given: Value) => CtyValue,
): CtyObject {
  const value = new Map(place.empty);
  const spellings = new Map<string, string>();
  const missing = new Set(place.required);
  for (const [property, part] of Object.entries(given)) {
    if (part === null || part === undefined) continue;
    const member = place.members.get(place.names.schema.get(property) ?? "");
    if (member === undefined) {
      refuseName(walk, place, property);
      continue;
    }
    const { name } = member;
    const other = spellings.get(name);
    if (other !== undefined) refuseSecondSpelling(walk, programName(place, name), property, other);
    spellings.set(name, property);
    const faultsBefore = walk.faults.length;
    walk.enter(property, name);
    if (isComputedOnly(member)) refuseComputed(walk);
    // A secret may contain null, which leaves a block empty.
    else value.set(name, read(walk, member, part) ?? place.empty.get(name)!);
    walk.leave(property);
    if (value.get(name) !== null || walk.faults.length > faultsBefore) missing.delete(member);
  }
  for (const member of missing) refuseMissing(walk, place, member);
  return value;
}

function refuseName(walk: ConfigurationWalk, place: ObjectPlace, property: string): void {
  if (walk.isInSecret) return walk.fault("The schema does not have one of its names.");
  const names = [...place.members.values()]
    .filter((member) => !isComputedOnly(member))
    .map(({ name }) => programName(place, name));
  const nearest = nearestName(property, names);
  const hint = nearest === undefined ? available(names) : `Did you mean ${JSON.stringify(nearest)}?`;
  walk.fault(`The schema has no attribute or block ${JSON.stringify(property)} here.`, { property, hint });
}

function available(names: readonly string[]): string {
  if (names.length === 0) return "Nothing can be configured here.";
  const rest = names.length > mostNames ? ", …" : "";
  return `Available: ${names.toSorted().slice(0, mostNames).join(", ")}${rest}`;
}

const mostNames = 40;

function refuseSecondSpelling(walk: ConfigurationWalk, name: string, property: string, other: string): void {
  walk.fault(`${JSON.stringify(property)} and ${JSON.stringify(other)} are two spellings of one attribute.`, {
    property,
    hint: `Keep only ${JSON.stringify(name)}.`,
  });
}

function refuseComputed(walk: ConfigurationWalk): void {
  walk.fault("Only the provider sets this attribute.", { hint: "Remove it from the inputs." });
}

function refuseMissing(walk: ConfigurationWalk, place: ObjectPlace, { name, block }: Member): void {
  const what = block === undefined ? "attribute" : "block";
  walk.fault(`This ${what} is required.`, { property: programName(place, name) });
}
