import { equalValues } from "./equality.js";
import { fold, insideSecret, type FoldStep } from "./fold.js";
import {
  isArchive,
  isArray,
  isAsset,
  isEphemeral,
  isObject,
  isReference,
  isSecret,
  isUnknown,
  kindOf,
} from "./value.js";
import type { Value } from "./value.js";

export interface ArrayComparison {
  /** The positions that differ or exist on one side only, in order. A single element is listed without comparing it. */
  readonly changed: readonly number[];
  /** The positions whose element was at another position before: new index → old index, each old index once. */
  readonly moves: ReadonlyMap<number, number>;
}

export type ArrayComparer = (before: readonly Value[], after: readonly Value[]) => ArrayComparison;

/**
 * Returns a comparer that finds elements by hash, so that large arrays cost no more than reading them. Hashes are
 * cached, so that nested arrays are hashed once.
 */
export function arrayComparer(): ArrayComparer {
  const hashes = new Map<Value, { readonly result: number }>();
  const hash = (value: Value) => structuralHash(value, hashes);
  const isSame = (a: Value, b: Value) => {
    const bothObjects = typeof a === "object" && typeof b === "object";
    return a === b || ((!bothObjects || hash(a) === hash(b)) && equalValues(a, b));
  };
  return (before, after) => {
    const positions = Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index);
    if (positions.length < 2) return { changed: positions, moves: new Map() };
    const isInBoth = (index: number) => index < before.length && index < after.length;
    const changed = positions.filter((index) => !isInBoth(index) || !isSame(before[index], after[index]));

    const sources = new Map<number, number[]>();
    for (const index of changed.toReversed()) {
      if (canMove(before[index])) addTo(sources, hash(before[index]), index);
    }
    const moves = new Map<number, number>();
    for (const index of changed) {
      if (!canMove(after[index])) continue;
      const source = takeEqual(sources.get(hash(after[index])), before, after[index]);
      if (source !== undefined) moves.set(index, source);
    }
    return { changed, moves };
  };
}

/** Nulls are interchangeable, and the former position of an unknown cannot be determined. */
function canMove(value: Value): boolean {
  return value !== null && value !== undefined && !isUnknown(value);
}

/** The lowest index of a bucket is last, where it is removed. */
function takeEqual(
  bucket: number[] | undefined,
  before: readonly Value[],
  wanted: Value,
): number | undefined {
  if (bucket === undefined) return undefined;
  const first = Math.max(0, bucket.length - bucketTries);
  for (let at = bucket.length - 1; at >= first; at--) {
    if (equalValues(before[bucket[at]!], wanted)) return bucket.splice(at, 1)[0];
  }
  return undefined;
}

/** Unequal elements with the same hash are rare. Trying all of them would be quadratic in the worst case. */
const bucketTries = 8;

function addTo(buckets: Map<number, number[]>, hash: number, index: number): void {
  const bucket = buckets.get(hash);
  if (bucket === undefined) buckets.set(hash, [index]);
  else bucket.push(index);
}

/** Equal values have the same hash, except an asset that was read and the same asset that was not. */
function structuralHash(value: Value, hashes: Map<Value, { readonly result: number }>): number {
  return fold<Value, number>(value, hashStep, { results: hashes });
}

function hashStep(node: Value): FoldStep<Value, number> {
  if (isArray(node)) {
    const parts = Array.from(node, (item, index) => [index, item] as const);
    return { parts, join: (hashes) => hashes.reduce(mix, 2) };
  }
  if (isEphemeral(node)) return { result: 8 };
  if (isSecret(node))
    return { parts: [[insideSecret, node.value]], join: ([content = 0]) => mix(5, content) };
  if (!isObject(node)) return { result: leafHash(node) };
  const parts = Object.entries(node).filter(([, item]) => (item ?? null) !== null);
  return {
    parts,
    join: (hashes) =>
      hashes.reduce((sum, hash, index) => (sum + mix(hashText(parts[index]![0]), hash)) | 0, 3),
  };
}

function leafHash(value: Value): number {
  if (typeof value === "string") return hashText(value);
  if (typeof value === "number") return hashText(String(value + 0));
  if (typeof value === "boolean") return hashText(value ? "true" : "false");
  if (isReference(value)) return hashText(value.urn);
  if (!isAsset(value) && !isArchive(value)) return hashText(kindOf(value));
  const [content] = Object.values(value.source);
  return hashText(value.hash ?? (typeof content === "string" ? content : ""));
}

function hashText(text: string): number {
  let hash = 7;
  for (let index = 0; index < text.length; index++) hash = mix(hash, text.charCodeAt(index));
  return hash;
}

function mix(hash: number, part: number): number {
  return Math.imul(hash ^ part ^ (hash >>> 15), 0x01000193);
}
