import {
  getProperty,
  isArchive,
  isArray,
  isAsset,
  isObject,
  isReference,
  isSecret,
  isUnknown,
} from "./value.js";
import type { Archive, Asset, ResourceReference, Secret, Value, ValueObject } from "./value.js";

/**
 * Compares values as the engine does. Null, undefined and an absent key are equal; NaN equals NaN and 0 equals -0.
 * Assets and archives are compared by hash, or by source while one of them has no hash; references by URN and id. A
 * secret equals only a secret, an ephemeral value equals any ephemeral value, and an unknown equals any unknown.
 */
export function equalValues(a: Value, b: Value): boolean {
  return a === b || compare(a, b, false);
}

/**
 * Whether there is no difference that a callback could see: null is not undefined, 0 is not -0, and an own key with the
 * value undefined is a key. Only the order of keys does not matter.
 */
export function identicalValues(a: Value, b: Value): boolean {
  return Object.is(a, b) || compare(a, b, true);
}

function compare(a: Value, b: Value, exact: boolean): boolean {
  const rest: Value[] = [a, b];
  const isFirstVisit = pairVisits();
  while (rest.length > 0) {
    const right = rest.pop();
    const left = rest.pop();
    if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) {
      if (!sameScalar(left, right, exact)) return false;
    } else if (left !== right && isFirstVisit(left, right)) {
      if (!compareParts(left, right, exact, rest)) return false;
    }
  }
  return true;
}

function sameScalar(left: Value, right: Value, exact: boolean): boolean {
  return Object.is(left, right) || (!exact && (left === right || (left ?? right ?? null) === null));
}

/** Returns false if the two certainly differ; otherwise pushes the pairs that remain to be compared. */
function compareParts(left: Value & object, right: Value & object, exact: boolean, rest: Value[]): boolean {
  if (isArray(left)) return isArray(right) && compareArrays(left, right, rest);
  if (isSecret(left)) return isSecret(right) && compareSecrets(left, right, exact, rest);
  if (isUnknown(left)) return isUnknown(right) && (!exact || left.of === right.of);
  if (isReference(left)) return isReference(right) && sameReference(left, right, exact);
  if (isAsset(left)) return isAsset(right) && compareBlobs(left, right, exact, rest);
  if (isArchive(left)) return isArchive(right) && compareBlobs(left, right, exact, rest);
  return isObject(left) && isObject(right) && compareObjects(left, right, exact, rest);
}

/** Two ephemeral values always count as equal: there is no recorded value to compare with. */
function compareSecrets(left: Secret, right: Secret, exact: boolean, rest: Value[]): boolean {
  if (left.ephemeral !== right.ephemeral) return false;
  if (exact || !left.ephemeral) rest.push(left.value, right.value);
  return true;
}

function compareBlobs(left: Asset | Archive, right: Asset | Archive, exact: boolean, rest: Value[]): boolean {
  const hashed = left.hash !== undefined && right.hash !== undefined;
  if (hashed && !exact) return left.hash === right.hash;
  if (exact && left.hash !== right.hash) return false;
  rest.push(left.source, right.source);
  return true;
}

function compareArrays(left: readonly Value[], right: readonly Value[], rest: Value[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) pushPair(left[index], right[index], rest);
  return true;
}

function compareObjects(left: ValueObject, right: ValueObject, exact: boolean, rest: Value[]): boolean {
  for (const key of Object.keys(left)) {
    if (exact && !Object.hasOwn(right, key)) return false;
    pushPair(left[key], getProperty(right, key), rest);
  }
  for (const key of Object.keys(right)) {
    if (!Object.hasOwn(left, key) && (exact || (right[key] ?? null) !== null)) return false;
  }
  return true;
}

function pushPair(left: Value, right: Value, rest: Value[]): void {
  if (!Object.is(left, right)) rest.push(left, right);
}

function sameReference(left: ResourceReference, right: ResourceReference, exact: boolean): boolean {
  if (left.urn !== right.urn) return false;
  if (left.id !== right.id && !(isUnknown(left.id) && isUnknown(right.id))) return false;
  return !exact || (left.packageVersion === right.packageVersion && left.live === right.live);
}

/**
 * Values may share parts, and sixty levels of `[x, x]` have 2^60 paths. Visited pairs are recorded only once a
 * comparison has grown large, because for small values recording costs more than comparing twice.
 */
function pairVisits(): (left: object, right: object) => boolean {
  let count = 0;
  let seen: Map<object, Set<object>> | undefined;
  return (left, right) => {
    if (++count < 1000) return true;
    seen ??= new Map();
    const partners = seen.get(left);
    if (partners === undefined) seen.set(left, new Set([right]));
    else if (partners.has(right)) return false;
    else partners.add(right);
    return true;
  };
}
