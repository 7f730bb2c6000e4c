/** Compares strings by their UTF-8 bytes, which is the order of their code points. Go sorts names and keys this way. */
export function compareUtf8(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) {
    const left = one.charCodeAt(index);
    const right = other.charCodeAt(index);
    if (left !== right) return rank(left) - rank(right);
  }
  return one.length - other.length;
}

/** Surrogates stand for code points above all others, but their code units are below U+E000 to U+FFFF. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
