import { groupBy } from "../std/group-by.js";

/** The result of reading an object. */
export interface Sighting {
  readonly urn: string;
  /** The package and configuration that were asked, in words. */
  readonly by: string;
  readonly isGone: boolean;
}

/** A suspicious number of missing objects. */
export interface ManyGone {
  /** The configuration whose objects are missing; absent if they belong to several. */
  readonly by?: string;
  readonly gone: readonly string[];
  /** Number of objects that were read. */
  readonly of: number;
}

/**
 * Detects many objects that are missing at the same time. That rarely means they were deleted: a wrong account,
 * region or folder looks the same. Checks each configuration, and all together.
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
