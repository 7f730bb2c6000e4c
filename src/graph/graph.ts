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
  const state = new Map<Key, "new" | "open" | "done">();
  for (const node of graph.nodes) state.set(node, "new");
  const order: Key[] = [];
  /** The nodes that are open, and for each what is left of its needs. */
  const path: Key[] = [];
  const rests: Iterator<Key>[] = [];
  const enter = (node: Key) => {
    state.set(node, "open");
    path.push(node);
    rests.push(graph.needs(node)[Symbol.iterator]());
  };
  for (const root of graph.nodes) {
    if (state.get(root) === "new") enter(root);
    while (path.length > 0) {
      const need = rests.at(-1)!.next();
      if (need.done) {
        const node = path.pop()!;
        rests.pop();
        state.set(node, "done");
        order.push(node);
        continue;
      }
      const found = state.get(need.value);
      if (found === "open") return { cycle: [...path.slice(path.indexOf(need.value)), need.value] };
      if (found === "new") enter(need.value);
    }
  }
  return { order };
}
