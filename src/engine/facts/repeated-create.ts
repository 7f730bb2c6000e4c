import type { ObjectRow } from "../../model/index.js";
import type { SnapshotIndex } from "../../state/index.js";

/**
 * The object of a resource whose create was cut off and is repeated before anything else, with the inputs of then. Where
 * something is planned, all others that were being made have been settled or are held back.
 */
export function repeatedCreate(urn: string, state: SnapshotIndex): ObjectRow | undefined {
  const row = state.byUrn.get(urn);
  return row && state.objectsOf(row.rid).find(isRepeated);
}

export function isRepeated({ status }: ObjectRow): boolean {
  return status === "creating";
}
