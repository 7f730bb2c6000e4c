import { Random } from "../simulation/random.js";
import type { Figures } from "../support/proof.js";

/** What came of altering something, and each alteration that did not end as it must. */
export interface Altered {
  readonly figures: Figures;
  readonly wrong: readonly string[];
}

/** One byte that is to be another. */
export interface ByteChange {
  readonly at: number;
  readonly to: number;
}

/** A bit, nothing, all, one more: what a byte may become, as far as that is something else. */
export function changesOf(bytes: Uint8Array, at: number): readonly ByteChange[] {
  const byte = bytes[at]!;
  const others = new Set([byte ^ (1 << (at % 8)), 0x00, 0xff, (byte + 1) & 0xff]);
  others.delete(byte);
  return [...others].map((to) => ({ at, to }));
}

export function changed(bytes: Uint8Array, { at, to }: ByteChange): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = to;
  return copy;
}

/** So many changes spread over all bytes, the same ones every time. */
export function spreadChanges(bytes: Uint8Array, count: number): readonly ByteChange[] {
  const random = new Random(1);
  return Array.from({ length: count }, () => random.pick(changesOf(bytes, random.below(bytes.length))));
}
