import type { CtyType } from "./type.js";

/**
 * A value of Terraform's value system, to be read together with its type. Lists, sets and tuples are arrays, objects and maps
 * are Maps. An object has every attribute of its type.
 */
export type CtyValue =
  | null
  | boolean
  | string
  | CtyNumber
  | CtyUnknown
  | Dynamic
  | readonly CtyValue[]
  | ReadonlyMap<string, CtyValue>;

export type CtyObject = ReadonlyMap<string, CtyValue>;

/**
 * A number in its only form: a `number` if its decimal text is the shortest text of that number and it is not an unsafe
 * integer; otherwise a `bigint` for integers of at most 1000 digits; otherwise a `Decimal`. So equal numbers are equal in form.
 * Zero has no sign, and infinity is a `number`. See `numberOfText`.
 */
export type CtyNumber = number | bigint | Decimal;

/** A number that is neither a JavaScript number nor an integer of reasonable length: decimal text. See `CtyNumber`. */
export class Decimal {
  /** The normal form: digits without superfluous zeros, and an exponent only if the plain text would have over 1000 characters. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value that is not known yet, with what is known about it. */
export class CtyUnknown {
  readonly refinement: Refinement | undefined;

  constructor(refinement?: Refinement) {
    this.refinement = refinement;
  }
}

export const ctyUnknown: CtyUnknown = new CtyUnknown();

/** Limits of a value that is not known yet. */
export interface Refinement {
  /** False: it will not be null. */
  readonly isNull?: false;
  readonly prefix?: string;
  readonly from?: NumberBound;
  readonly to?: NumberBound;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface NumberBound {
  readonly value: CtyNumber;
  readonly inclusive: boolean;
}

/** A value at a place of dynamic type, with the type that it has. Null and unknown stand for themselves at such a place. */
export class Dynamic {
  readonly type: CtyType;
  readonly value: CtyValue;

  constructor(type: CtyType, value: CtyValue) {
    this.type = type;
    this.value = value;
  }
}

export const isCtyUnknown = (value: CtyValue): value is CtyUnknown => value instanceof CtyUnknown;
export const isCtyArray = (value: CtyValue): value is readonly CtyValue[] => Array.isArray(value);
export const isCtyObject = (value: CtyValue): value is CtyObject => value instanceof Map;

export function isCtyNumber(value: CtyValue): value is CtyNumber {
  return typeof value === "number" || typeof value === "bigint" || value instanceof Decimal;
}

/** True if no part of the value is unknown. */
export function isWhollyKnown(value: CtyValue): boolean {
  if (value === null || typeof value !== "object") return true;
  if (value instanceof CtyUnknown) return false;
  if (value instanceof Dynamic) return isWhollyKnown(value.value);
  if (isCtyArray(value)) return value.every(isWhollyKnown);
  if (isCtyObject(value)) {
    for (const part of value.values()) if (!isWhollyKnown(part)) return false;
  }
  return true;
}
