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
  /** Whether there is something of a secret in a text. */
  readonly tells: (text: string) => boolean;
  /** What parts are that the other value lacks: a schema fills in what is plain, a service may return anything. */
  readonly additions: "plain" | "secret";
}

/**
 * Marks the parts of a plain value as secret that are secret in the value `given` for it: at the same places, and
 * wherever a text of these secrets is found. Elements of a list move: one that is not what was given at its place is
 * secret too. If a part of the value `given` is ephemeral, so is all that is marked because of a text or a place in a list.
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

/** What something is like that is secret as a whole. */
export const whollySecret: Value = secretOf(null);

function markProperties(
  given: ValueObject,
  plain: ValueObject,
  marks: Marking,
  isInList: boolean,
): FoldStep<Pair, Value> {
  const keys = Object.keys(plain);
  // A key is never masked by itself.
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
