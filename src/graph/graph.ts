/** A directed graph that knows keys only. `needs` points from a node to what has to come before it. */
export interface Graph<Key> {
  readonly nodes: readonly Key[];
  needs(node: Key): Iterable<Key>;
}

/**
 * The nodes so that each stands behind what it needs, else in the given order; or a cycle as a path that ends
 * where it began. Needs that are no nodes of the graph are passed over. Iterative: depth costs no stack.
 */
export function orderGraph<Key>(graph: Graph<Key>): { order: readonly Key[] } | { cycle: readonly Key[] } {
  const state = new Map<Key, "open" | "done">();
  const members = new Set(graph.nodes);
  const order: Key[] = [];
  for (const root of graph.nodes) {
    if (state.has(root)) continue;
    const path: { node: Key; rest: Iterator<Key> }[] = [];
    enter(root);
    while (path.length > 0) {
      const { node, rest } = path.at(-1)!;
      const next = rest.next();
      if (next.done) {
        state.set(node, "done");
        order.push(node);
        path.pop();
      } else if (state.get(next.value) === "open") {
        const nodes = path.map((each) => each.node);
        return { cycle: [...nodes.slice(nodes.indexOf(next.value)), next.value] };
      } else if (members.has(next.value) && !state.has(next.value)) {
        enter(next.value);
      }
    }
    function enter(node: Key): void {
      state.set(node, "open");
      path.push({ node, rest: graph.needs(node)[Symbol.iterator]() });
    }
  }
  return { order };
}
