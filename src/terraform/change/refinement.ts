import {
  compareNumbers,
  isCtyArray,
  isCtyNumber,
  isCtyObject,
  isCtyUnknown,
  isWhollyKnown,
  type CtyNumber,
  type CtyValue,
  type NumberBound,
  type Refinement,
} from "../cty/index.js";

/** Returns the promise about an unknown value that the value breaks, as the end of "was planned …"; undefined if it keeps all. */
export function brokenPromise(refinement: Refinement, value: CtyValue): string | undefined {
  if (isCtyUnknown(value)) return undefined;
  if (value === null) return refinement.isNull === false ? "not to be null" : undefined;
  if (typeof value === "string") return brokenPrefix(refinement, value);
  if (isCtyNumber(value)) return brokenBound(refinement, value);
  if (isCtyArray(value)) return brokenLength(refinement, value.length, isWhollyKnown(value));
  return isCtyObject(value) ? brokenLength(refinement, value.size, true) : undefined;
}

function brokenPrefix({ prefix }: Refinement, value: string): string | undefined {
  return prefix === undefined || value.startsWith(prefix) ? undefined : "with another prefix";
}

function brokenBound({ from, to }: Refinement, value: CtyNumber): string | undefined {
  if (from !== undefined && isBeyond(compareNumbers(from.value, value), from)) return "to be larger";
  return to !== undefined && isBeyond(compareNumbers(value, to.value), to) ? "to be smaller" : undefined;
}

function isBeyond(order: number, { inclusive }: NumberBound): boolean {
  return order > 0 || (order === 0 && !inclusive);
}

/** Elements of a set that are not wholly known may turn out to be equal. */
function brokenLength(
  { minLength, maxLength }: Refinement,
  length: number,
  isExact: boolean,
): string | undefined {
  if (minLength !== undefined && length < minLength) return "to have more elements";
  return isExact && maxLength !== undefined && length > maxLength ? "to have fewer elements" : undefined;
}
