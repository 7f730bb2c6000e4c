/** A directed graph of keys. `needs` points from a node to its dependencies. */
export interface Graph<Key> {
  readonly nodes: readonly Key[];
  needs(node: Key): Iterable<Key>;
}

/**
 * Returns the nodes with each after its dependencies, otherwise in the given order; or a cycle as a path that ends
 * where it began. Dependencies outside the graph are ignored. Iterative, so depth does not use the call stack.
 */
export function orderGraph<Key>(graph: Graph<Key>): { order: readonly Key[] } | { cycle: readonly Key[] } {
  const state = new Map<Key, "new" | "open" | "done">();
  for (const node of graph.nodes) state.set(node, "new");
  const order: Key[] = [];
  /** The nodes on the current path, and the remaining dependencies of each. */
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
