/** True if a version is equal to or newer than another. Compares only the numbers; a missing number counts as 0. */
export function isAtLeast(version: string, other: string): boolean {
  const [mine, theirs] = [numbersOf(version), numbersOf(other)];
  const index = [0, 1, 2].find((each) => (mine[each] ?? 0) !== (theirs[each] ?? 0));
  return index === undefined || (mine[index] ?? 0) > (theirs[index] ?? 0);
}

function numbersOf(version: string): readonly number[] {
  const found = /\d+(\.\d+)*/.exec(version);
  return found === null ? [] : found[0].split(".").map(Number);
}
