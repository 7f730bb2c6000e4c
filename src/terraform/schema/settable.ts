import { dedupeSet, isCtyArray, isCtyObject, type CtyObject, type CtyValue } from "../cty/index.js";
import { blocksOf, plainBlocks } from "./block-values.js";
import { isComputedOnly, type CollectionPlace, type Member, type ObjectPlace, type Place } from "./place.js";

/** Whether a part of a state is left out of a configuration although a program may set it. */
export type LeavesOut = (member: Member, value: CtyValue) => boolean;

/**
 * Returns the configuration that matches a state: attributes that only the provider sets are absent. Write-only attributes, which
 * no state has, are those of `config`.
 */
export function settable(
  place: Place,
  state: CtyValue,
  config: CtyValue = null,
  leavesOut: LeavesOut = nothing,
): CtyValue {
  if (place.kind === "object" && isCtyObject(state))
    return settableObject(place, state, isCtyObject(config) ? config : undefined, leavesOut);
  if (place.kind === "map" && isCtyObject(state)) {
    const parts = isCtyObject(config) ? config : undefined;
    return new Map(
      [...state].map(([key, part]) => [key, settable(place.element, part, parts?.get(key), leavesOut)]),
    );
  }
  if ((place.kind === "list" || place.kind === "set") && isCtyArray(state))
    return settableArray(place, state, config, leavesOut);
  return state;
}

export function settableObject(
  place: ObjectPlace,
  state: CtyObject,
  config: CtyObject | undefined,
  leavesOut: LeavesOut,
): CtyObject {
  const object = new Map<string, CtyValue>();
  for (const member of place.members.values()) {
    const mine = config?.get(member.name) ?? null;
    const value =
      member.attribute?.writeOnly === true
        ? mine
        : settableMember(member, state.get(member.name) ?? null, mine, leavesOut);
    object.set(member.name, value ?? place.empty.get(member.name) ?? null);
  }
  return object;
}

function settableMember(member: Member, state: CtyValue, config: CtyValue, leavesOut: LeavesOut): CtyValue {
  const { block, place } = member;
  if (isComputedOnly(member) || leavesOut(member, state)) return null;
  if (block === undefined) return settable(place, state, config, leavesOut);
  return blocksOf(block, settable(place, plainBlocks(block, state), plainBlocks(block, config), leavesOut));
}

function settableArray(
  { kind, element }: CollectionPlace,
  state: readonly CtyValue[],
  config: CtyValue,
  leavesOut: LeavesOut,
): CtyValue {
  // The elements of two sets do not correspond by their position.
  const parts = kind === "list" && isCtyArray(config) ? config : [];
  const values = state.map((part, index) => settable(element, part, parts[index] ?? null, leavesOut));
  return kind === "set" ? dedupeSet(element.type, values) : values;
}

function nothing(): boolean {
  return false;
}
