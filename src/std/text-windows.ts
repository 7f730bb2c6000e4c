/** Finds substrings of some texts. */
export interface TextWindows {
  /** Returns every position of a text at which a whole window occurs in one of the other texts. */
  placesIn(said: string): readonly number[];
}

/**
 * Indexes some texts by all windows of one length. Exact, in linear time, and with a dozen bytes per character: the
 * texts may be long, and may be searched often.
 */
export function textWindows(texts: Iterable<string>, length: number): TextWindows {
  // A window across two texts contains the separator, which never occurs in output.
  const all = [...texts].join("\0");
  const hashes = hashesOf(all, length);
  const bits = Math.max(1, Math.ceil(Math.log2(2 * hashes.length + 1)));
  /** Positions, counted from one, by their hash, with linear probing. */
  const table = new Int32Array(2 ** bits);

  /** Returns the slot of an equal window, or the free slot for it. */
  function slotOf(text: string, at: number, hash: number): number {
    let slot = Math.imul(hash, spread) >>> (32 - bits);
    while (table[slot] !== 0 && !isEqual(all, table[slot]! - 1, text, at, length))
      slot = slot + 1 === table.length ? 0 : slot + 1;
    return slot;
  }
  for (let at = 0; at < hashes.length; at++) table[slotOf(all, at, hashes[at]!)] ||= at + 1;

  return {
    placesIn(said) {
      const places: number[] = [];
      if (hashes.length === 0) return places;
      const saidHashes = hashesOf(said, length);
      for (let at = 0; at < saidHashes.length; at++)
        if (table[slotOf(said, at, saidHashes[at]!)] !== 0) places.push(at);
      return places;
    },
  };
}

const base = 0x01000193;
const spread = 0x9e3779b1;

/** Returns a rolling hash for each window of a text. */
function hashesOf(text: string, length: number): Int32Array {
  const hashes = new Int32Array(Math.max(0, text.length - length + 1));
  let weight = 1;
  for (let count = 0; count < length; count++) weight = Math.imul(weight, base);
  let hash = 0;
  for (let at = 0; at < text.length; at++) {
    hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0;
    if (at >= length) hash = (hash - Math.imul(weight, text.charCodeAt(at - length))) | 0;
    if (at >= length - 1) hashes[at - length + 1] = hash;
  }
  return hashes;
}

function isEqual(a: string, atA: number, b: string, atB: number, length: number): boolean {
  for (let offset = 0; offset < length; offset++)
    if (a.charCodeAt(atA + offset) !== b.charCodeAt(atB + offset)) return false;
  return true;
}
