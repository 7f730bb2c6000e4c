import type { Registration, ResourceId, Snapshot } from "../../model/index.js";
import type { SnapshotIndex } from "../../state/index.js";

export interface HeldPorts {
  readonly snapshot: Snapshot;
  readonly state: SnapshotIndex;
  /** The resources of the program, by URN. */
  readonly wanted: ReadonlyMap<string, Registration>;
  /** Resources whose fate is not known, by URN. */
  readonly held: ReadonlyMap<string, unknown>;
}

/**
 * What nothing may be removed of: resources whose fate is not known, those of the program that are held back with
 * them and so stay as they are recorded, and everything that any of these needs.
 */
export function heldResources({ snapshot, state, wanted, held }: HeldPorts): ReadonlySet<ResourceId> {
  const rids = [...snapshot.resources.values()].filter(({ urn }) => held.has(urn)).map(({ rid }) => rid);
  const found = new Set(rids);
  for (const rid of found) {
    for (const dependent of state.dependents(rid)) {
      if (wanted.has(state.urnOf(dependent.rid))) found.add(dependent.rid);
    }
  }
  for (const rid of found) for (const need of state.needs(rid)) found.add(need);
  return found;
}
