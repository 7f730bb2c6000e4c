import type { Plan, Snapshot } from "../../model/index.js";
import { resourceGraph, type ResourceGraph } from "./resource-graph.js";
import { recordedNeeds } from "./state-graph.js";

/**
 * Returns the graph of a plan with its actions. For resources that the program no longer declares, the dependencies
 * come from state.
 */
export function planGraph({ changes }: Pick<Plan, "changes">, snapshot: Snapshot): ResourceGraph {
  const named = new Map(changes.flatMap(({ rid, urn }) => (rid === undefined ? [] : [[rid, urn] as const])));
  const recorded = recordedNeeds(snapshot, (rid) => named.get(rid) ?? snapshot.resources.get(rid)?.urn);
  // A leftover object of an earlier replacement has a second change; the first one is about the resource.
  const nodes = firstOfEach(changes).map(({ urn, name, type, kind, action, needs, rid, sequence }) => {
    const row = sequence.length === 0 && rid !== undefined ? snapshot.resources.get(rid) : undefined;
    const needed = needs.map((need) => ({
      kind: need.kind,
      to: need.urn,
      ...(need.field !== undefined && { field: need.field }),
    }));
    return { urn, name, type, kind, action, needs: row === undefined ? needed : recorded(row) };
  });
  return resourceGraph(nodes);
}

function firstOfEach(changes: Plan["changes"]): Plan["changes"] {
  const seen = new Set<string>();
  return changes.filter(({ urn }) => {
    const isFirst = !seen.has(urn);
    seen.add(urn);
    return isFirst;
  });
}
