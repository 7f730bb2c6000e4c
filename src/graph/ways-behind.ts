import { orderGraph, type Graph } from "./graph.js";

/**
 * Returns for each node the length of the longest chain of its dependents, not counting itself. The graph must have
 * no cycles.
 */
export function waysBehind<Key>(graph: Graph<Key>): ReadonlyMap<Key, number> {
  const ordered = orderGraph(graph);
  const ways = new Map(graph.nodes.map((node) => [node, 0]));
  for (const node of "order" in ordered ? ordered.order.toReversed() : []) {
    const way = ways.get(node)! + 1;
    for (const need of graph.needs(node)) if (way > (ways.get(need) ?? way)) ways.set(need, way);
  }
  return ways;
}
