import type { ObjectRow, ResourceId, ResourceRow, Snapshot } from "../../model/index.js";
import { resourceGraph, type GraphEdge, type ResourceGraph } from "./resource-graph.js";
import { JSON } from "../../std/plain-json.js";

/** Returns the graph of the recorded resources, in the order in which they were recorded. Needs no program. */
export function stateGraph(snapshot: Snapshot): ResourceGraph {
  const needsOf = recordedNeeds(snapshot, (rid) => snapshot.resources.get(rid)?.urn);
  const rows = [...snapshot.resources.values()].sort((a, b) => a.rid - b.rid);
  return resourceGraph(
    rows.map((row) => {
      const { urn, name, type, kind } = row;
      return { urn, name, type, kind, needs: needsOf(row) };
    }),
  );
}

/** Returns the dependencies of the latest object of each resource, under the names that the callback returns. */
export function recordedNeeds(
  snapshot: Snapshot,
  urnOf: (rid: ResourceId) => string | undefined,
): (row: ResourceRow) => readonly Omit<GraphEdge, "from">[] {
  const latest = new Map<ResourceId, ObjectRow>();
  for (const object of snapshot.objects.values()) {
    const known = latest.get(object.rid);
    if (known === undefined || object.generation > known.generation) latest.set(object.rid, object);
  }
  return ({ rid, parent }) => {
    const { edges = [], provider } = latest.get(rid) ?? {};
    const needs = [
      ...(parent === undefined ? [] : [{ kind: "parent" as const, rid: parent }]),
      ...edges.map(({ kind, to, field }) => ({ kind, rid: to, field })),
      ...(provider === undefined ? [] : [{ kind: "provider" as const, rid: provider }]),
    ];
    const found = new Map<string, Omit<GraphEdge, "from">>();
    for (const { kind, rid: needed, ...more } of needs) {
      const to = urnOf(needed);
      const field = "field" in more ? more.field : undefined;
      if (to !== undefined)
        found.set(JSON.stringify([kind, to, field]), { kind, to, ...(field !== undefined && { field }) });
    }
    return [...found.values()];
  };
}
