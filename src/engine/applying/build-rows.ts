import type {
  Edge,
  RecordedOptions,
  RecordedOrigin,
  Registration,
  ResourceId,
  ResourceRow,
} from "../../model/index.js";
import type { Mutable } from "../../std/mutable.js";
import type { Need } from "../facts/needs.js";

/** The row of a resource of the program. `ridOf` knows every resource that it needs: those come first. */
export function resourceRow(
  rid: ResourceId,
  registration: Registration,
  options: RecordedOptions,
  origin: readonly RecordedOrigin[],
  ridOf: (urn: string) => ResourceId,
): ResourceRow {
  const { urn, type, name, kind, parent, scope, position } = registration;
  const row: Mutable<ResourceRow> = { rid, urn, type, name, kind, options, origin };
  if (parent !== undefined) row.parent = ridOf(parent.urn);
  if (scope !== undefined) row.scope = scope;
  if (position !== undefined) row.position = position;
  return row;
}

export function edgesOf(needs: readonly Need[], ridOf: (urn: string) => ResourceId): readonly Edge[] {
  return needs.map(({ kind, to: { urn }, field }) =>
    field === undefined ? { kind, to: ridOf(urn) } : { kind, to: ridOf(urn), field },
  );
}
