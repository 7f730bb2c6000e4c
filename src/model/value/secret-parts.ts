import { identicalValues } from "./equality.js";
import { fold, type FoldStep } from "./fold.js";
import { textsIn } from "./texts-in.js";
import {
  ephemeralOf,
  getProperty,
  isArray,
  isObject,
  isSecret,
  markedLike,
  secretOf,
  setProperty,
} from "./value.js";
import type { Value, ValueObject } from "./value.js";
import { containsEphemeral } from "./walk.js";

export interface SecretMarks {
  /** Whether a text contains part of a secret. */
  readonly tells: (text: string) => boolean;
  /**
   * How to treat parts that the other value lacks: a schema only adds plain defaults, but a service may return
   * anything.
   */
  readonly additions: "plain" | "secret";
}

/**
 * Marks the parts of a plain value as secret that are secret in `given`: at the same places, and wherever a text of
 * these secrets occurs. Elements of a list may move, so an element that differs from the given one at its position is
 * secret too. If a part of `given` is ephemeral, everything that is marked because of a text or a list position is too.
 */
export function secretParts(given: Value, plain: Value, marks: SecretMarks): Value {
  const marking: Marking = { ...marks, mark: containsEphemeral(given) ? ephemeralOf : secretOf };
  return fold<Pair, Value>({ given, plain, isInList: false }, (pair) => markStep(pair, marking));
}

interface Marking extends SecretMarks {
  readonly mark: (value: Value) => Value;
}

interface Pair {
  readonly given: Value;
  readonly plain: Value;
  readonly isInList: boolean;
}

function markStep({ given, plain, isInList }: Pair, marks: Marking): FoldStep<Pair, Value> {
  if (isSecret(given)) return { result: markedLike(given, plain) };
  if (identicalValues(given, plain)) return { result: plain };
  if (isArray(given) && isArray(plain)) {
    const pairOf = (item: Value, index: number): Pair => ({
      given: index < given.length ? given[index] : marks.mark(null),
      plain: item,
      isInList: true,
    });
    return { parts: plain.map((item, index) => [index, pairOf(item, index)]), join: (items) => items };
  }
  if (isObject(given) && isObject(plain)) return markProperties(given, plain, marks, isInList);
  const isAddition = (given ?? null) === null;
  const isMasked = isAddition ? marks.additions === "secret" : isInList;
  return { result: isMasked || [...textsIn(plain)].some(marks.tells) ? marks.mark(plain) : plain };
}

/** Stands for a value that is secret as a whole. */
export const whollySecret: Value = secretOf(null);

function markProperties(
  given: ValueObject,
  plain: ValueObject,
  marks: Marking,
  isInList: boolean,
): FoldStep<Pair, Value> {
  const keys = Object.keys(plain);
  // A single key cannot be masked.
  if (keys.some((key) => !Object.hasOwn(given, key) && marks.tells(key)))
    return { result: marks.mark(plain) };
  return {
    parts: keys.map((key) => [
      key,
      { given: getProperty(given, key), plain: getProperty(plain, key), isInList },
    ]),
    join: (parts) => {
      const object: { [key: string]: Value } = {};
      keys.forEach((key, index) => setProperty(object, key, parts[index]));
      return object;
    },
  };
}
