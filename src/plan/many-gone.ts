import { groupBy } from "../std/group-by.js";

/** That an object was looked at. */
export interface Sighting {
  readonly urn: string;
  /** What was asked: a package with one configuration, in words. */
  readonly by: string;
  readonly isGone: boolean;
}

/** So many gone that nobody deletes in passing. */
export interface ManyGone {
  /** Whom they are gone for; absent if it is not one alone. */
  readonly by?: string;
  readonly gone: readonly string[];
  /** How many were looked at. */
  readonly of: number;
}

/**
 * What is gone all at once was hardly deleted: another account, region or folder looks the same, and does not have
 * any of it. Asked of each configuration, and of all together.
 */
export function manyGone(sightings: readonly Sighting[]): ManyGone | undefined {
  if (!sightings.some(({ isGone }) => isGone)) return undefined;
  const groups = [...groupBy(sightings, ({ by }) => by)].map(([by, group]) => ({ by, ...counted(group) }));
  return groups.find(isMany) ?? [counted(sightings)].find(isMany);
}

function counted(sightings: readonly Sighting[]): ManyGone {
  const gone = sightings.filter(({ isGone }) => isGone).map(({ urn }) => urn);
  return { gone: gone.sort(), of: sightings.length };
}

/** At least three, and more than a fifth. */
function isMany({ gone, of }: ManyGone): boolean {
  return gone.length >= 3 && gone.length * 5 > of;
}
