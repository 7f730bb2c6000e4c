/** Returns the name that was probably meant, if one is close enough. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(name.length / 3));
  let nearest: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of names) {
    // At least this many letters must be added. A name that shares no letter is not close.
    const apart = Math.abs(name.length - candidate.length);
    if (apart > limit || apart >= candidate.length) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance <= limit && distance < (nearest?.distance ?? Infinity))
      nearest = { name: candidate, distance };
  }
  return nearest?.name;
}

/** Returns the number of letters that must be added, removed, replaced or swapped with their neighbor. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (same ? 0 : 1),
        swapped ? beforeLast[column - 2]! + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length]!;
}
