/** True if two byte sequences are equal. An absent one equals an empty one. */
export function equalBytes(one: Uint8Array = none, other: Uint8Array = none): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}

const none = new Uint8Array();
