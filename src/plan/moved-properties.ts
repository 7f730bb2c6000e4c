import {
  equalValues,
  getProperty,
  isArray,
  isKnown,
  isObject,
  parsePropertyPath,
  stripSecrets,
  unknown,
  type Change,
  type PathSegment,
  type Value,
} from "../model/index.js";
import { isChanging, type PlanRelations } from "./plan-relations.js";

/**
 * Returns which of the properties that are read of a resource will change: `unnamed` if that cannot be determined,
 * `none` if all stay the same.
 */
export function movedProperties(
  change: Change,
  reads: readonly string[] | undefined,
  { changingIn }: Pick<PlanRelations, "changingIn">,
): readonly string[] | "unnamed" | "none" {
  const isMoving = isChanging(change) || (change.kind === "component" && changingIn(change.urn).length > 0);
  if (reads === undefined) return isMoving ? "unnamed" : "none";
  const moved = reads.filter((name) => (change.kind === "component" ? isMoving : moves(change, name)));
  return moved.length === 0 ? "none" : moved;
}

function moves(change: Change, path: string): boolean {
  if (change.prior === undefined) return true;
  const [name, ...rest] = parsePropertyPath(path);
  const after = partOf(nextOf(change, name as string), rest);
  return !isKnown(after) || !equalValues(partOf(before(change, name as string), rest), after);
}

/** Returns the value at a path, as far as it leads through objects and lists. */
function partOf(value: Value, path: readonly PathSegment[]): Value {
  let part = stripSecrets(value);
  for (const key of path) {
    if (isArray(part) && typeof key === "number") part = part[key];
    else if (isObject(part)) part = getProperty(part, String(key));
    else return part;
  }
  return part;
}

function before({ prior, urn, renamedFrom }: Change, name: string): Value {
  if (name === "urn") return renamedFrom ?? urn;
  if (name === "id") return prior?.id;
  return prior && firstOf(name, prior.outputs, prior.inputs);
}

/** Returns a property as dependents see it during the plan; outputs hide inputs of the same name. */
function nextOf({ action, urn, prior, observed, planned, inputs, kind }: Change, name: string): Value {
  if (name === "urn") return urn;
  if (kind === "external") {
    if (observed === undefined) return unknown;
    return name === "id" ? observed.id : firstOf(name, observed.outputs, observed.inputs);
  }
  const isNew = action === "create" || action === "replace";
  if (name === "id") return isNew ? unknown : prior?.id;
  if (planned === undefined) return getProperty(inputs, name);
  const isListed = Object.hasOwn(planned.outputs, name) || Object.hasOwn(planned.inputs, name);
  return isListed || !isNew ? firstOf(name, planned.outputs, planned.inputs) : unknown;
}

function firstOf(name: string, ...objects: readonly { readonly [key: string]: Value }[]): Value {
  const found = objects.find((object) => Object.hasOwn(object, name));
  return found && getProperty(found, name);
}
