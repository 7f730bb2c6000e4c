import { secretTextsIn, type Value } from "../../../model/index.js";
import { hideTexts, type HideTexts } from "../../../std/index.js";

/** Takes the texts of secrets out of what a hook says: messages of errors, log lines. */
export type Mask = HideTexts;

/** A mask for every secret in the values that a hook is given. */
export function maskFor(...values: readonly Value[]): Mask {
  return hideTexts(() => secretTextsIn(values));
}

/** Says of a text whether there is something of these secrets in it. */
export function tellsOf(...values: readonly Value[]): (text: string) => boolean {
  const mask = maskFor(...values);
  return (text) => mask(text) !== text;
}
