import { secretTextsIn, type Value } from "../../../model/index.js";
import { hideTexts, type HideTexts } from "../../../std/index.js";

/** Masks secrets in the error messages and log lines of a hook. */
export type Mask = HideTexts;

/** Returns a mask for all secrets in the arguments of a hook. */
export function maskFor(...values: readonly Value[]): Mask {
  return hideTexts(() => secretTextsIn(values));
}

/** Returns a function that tests whether a text contains any of these secrets. */
export function tellsOf(...values: readonly Value[]): (text: string) => boolean {
  const mask = maskFor(...values);
  return (text) => mask(text) !== text;
}
