import type {
  Edge,
  RecordedOptions,
  RecordedOrigin,
  Registration,
  ResourceId,
  ResourceRow,
} from "../../model/index.js";
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
  return {
    rid,
    urn,
    type,
    name,
    kind,
    options,
    origin,
    ...(parent !== undefined && { parent: ridOf(parent.urn) }),
    ...(scope !== undefined && { scope }),
    ...(position !== undefined && { position }),
  };
}

export function edgesOf(needs: readonly Need[], ridOf: (urn: string) => ResourceId): readonly Edge[] {
  return needs.map(({ kind, to, field }) => ({
    kind,
    to: ridOf(to.urn),
    ...(field !== undefined && { field }),
  }));
}
