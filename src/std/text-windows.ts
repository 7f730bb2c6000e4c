/** Finds what stands in some texts. */
export interface TextWindows {
  /** Every place of a text from which as many characters stand in one of the others as the windows are long. */
  placesIn(said: string): readonly number[];
}

/**
 * All that stands in some texts, cut to windows of one length. Exact, in the order of the lengths of both, and in a
 * dozen bytes for each character: what is looked for may be long, and may be looked for often.
 */
export function textWindows(texts: Iterable<string>, length: number): TextWindows {
  // What reaches over two of them holds the character between, which nobody says.
  const all = [...texts].join("\0");
  const hashes = hashesOf(all, length);
  const bits = Math.max(1, Math.ceil(Math.log2(2 * hashes.length + 1)));
  /** Places, counted from one, by their hash; in the next free slot where that is taken. */
  const table = new Int32Array(2 ** bits);

  /** The slot of an equal window; else the free one where it would be. */
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

/** A number for each window of a text, made from that of the window before. */
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
