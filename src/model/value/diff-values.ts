import { arrayComparer, type ArrayComparer } from "./array-comparison.js";
import { equalValues } from "./equality.js";
import { extendTrail, trailKeys, type Trail } from "./fold.js";
import { getProperty, isArray, isObject, isSecret, isUnknown, secretOf } from "./value.js";
import type { Value, ValueObject } from "./value.js";
import { stripSecrets } from "./walk.js";

/**
 * Returns the changes from one value to the other, in the order of keys and positions; empty if they are equal by
 * `equalValues`. In an object, null and absent are equivalent: from null to a value is an addition, the reverse a
 * deletion. Arrays are compared position by position: they grow and shrink at their end, and a null in them is an
 * ordinary element.
 */
export function diffValues(before: Value, after: Value): ValueChange[] {
  const changes: ValueChange[] = [];
  const compareArrays = arrayComparer();
  const rest: Pair[] = [{ before, after, trail: {} }];
  for (let pair = rest.pop(); pair !== undefined; pair = rest.pop()) {
    const parts = partsOf(pair, compareArrays);
    if (parts === undefined) {
      const change = changeOf(pair);
      if (change !== undefined) changes.push(change);
    } else {
      for (const part of parts.toReversed()) rest.push(part);
    }
  }
  return changes;
}

export interface ValueChange {
  readonly kind: "add" | "delete" | "update";
  readonly path: readonly (string | number)[];
  /**
   * A change inside a secret is reported as a change of the whole Secret. The same applies to a value that becomes
   * secret, but not to an element that is replaced by a secret from another position.
   */
  readonly before?: Value | undefined;
  readonly after?: Value | undefined;
  /** `after` is unknown, or a secret that is unknown. */
  readonly knownAfterApply?: true | undefined;
  /** Only one side is secret. */
  readonly secrecy?: "added" | "removed" | undefined;
  /** `after` is the element that was at this index of the same array before, and is no longer there. */
  readonly movedFrom?: number | undefined;
}

interface Pair {
  readonly before: Value;
  readonly after: Value;
  readonly trail: Trail;
  /** For elements of arrays: whether the position exists on both sides or on one. */
  readonly position?: "both" | "added" | "removed";
  readonly movedFrom?: number | undefined;
  /** For an element that is replaced: whether it is now secret elsewhere in the list. */
  readonly isSecretElsewhere?: boolean;
}

function partsOf(
  { before, after, trail, position, movedFrom }: Pair,
  compareArrays: ArrayComparer,
): Pair[] | undefined {
  if (position === "added" || position === "removed" || movedFrom !== undefined) return undefined;
  if (isArray(before) && isArray(after)) return elementPairs(before, after, trail, compareArrays);
  if (isObject(before) && isObject(after)) return propertyPairs(before, after, trail);
  return undefined;
}

function elementPairs(
  before: readonly Value[],
  after: readonly Value[],
  trail: Trail,
  compareArrays: ArrayComparer,
): Pair[] {
  if (before === after) return [];
  const { changed, moves } = compareArrays(before, after);
  return changed.map((index) => ({
    before: before[index],
    after: after[index],
    trail: extendTrail(trail, index),
    position: index >= before.length ? "added" : index >= after.length ? "removed" : "both",
    movedFrom: moves.get(index),
    isSecretElsewhere: isSecret(after[index]) && moves.has(index) && isAmongSecrets(before[index], after),
  }));
}

function isAmongSecrets(value: Value, list: readonly Value[]): boolean {
  const plain = stripSecrets(value);
  return list.some((item) => isSecret(item) && equalValues(stripSecrets(item), plain));
}

function propertyPairs(before: ValueObject, after: ValueObject, trail: Trail): Pair[] {
  const pairs: Pair[] = [];
  if (before === after) return pairs;
  const add = (key: string) =>
    pairs.push({
      before: getProperty(before, key),
      after: getProperty(after, key),
      trail: extendTrail(trail, key),
    });
  for (const key of Object.keys(before)) add(key);
  for (const key of Object.keys(after)) if (!Object.hasOwn(before, key)) add(key);
  return pairs;
}

function changeOf(pair: Pair): ValueChange | undefined {
  const { before, after, trail, position, movedFrom, isSecretElsewhere } = pair;
  const kind = changeKind(pair);
  if (kind === undefined) return undefined;
  const path = trailKeys(trail);
  if (kind === "delete") return { kind, path, before };
  const becomesSecret = kind === "update" && isSecret(after) && !isSecret(before);
  const isMasked = becomesSecret && (movedFrom === undefined || isSecretElsewhere === true);
  const becomesPlain = kind === "update" && isSecret(before) && !isSecret(after);
  return {
    kind,
    path,
    before: isMasked ? secretOf(before) : kind === "update" ? before : undefined,
    after: position === undefined ? after : (after ?? null),
    knownAfterApply: isUnknown(isSecret(after) ? after.value : after) || undefined,
    secrecy: becomesSecret ? "added" : becomesPlain ? "removed" : undefined,
    movedFrom,
  };
}

function changeKind({ before, after, position }: Pair): ValueChange["kind"] | undefined {
  if (position === "added") return "add";
  if (position === "removed") return "delete";
  if (equalValues(before, after)) return undefined;
  if (position === undefined && (before ?? null) === null) return "add";
  if (position === undefined && (after ?? null) === null) return "delete";
  return "update";
}
