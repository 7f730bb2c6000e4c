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
  return Array.from({ length: count }, (_, index) => {
    const mixed = mix(index);
    const at = mixed % bytes.length;
    const changes = changesOf(bytes, at);
    return changes[(mixed >>> 8) % changes.length]!;
  });
}

/** A number below 2^32 for each number, without a pattern that the layout of a file could share. */
export function mix(number: number): number {
  let mixed = Math.imul(number + 0x9e3779b9, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
