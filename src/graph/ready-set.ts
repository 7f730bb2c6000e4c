import type { Graph } from "./graph.js";

/**
 * Yields the nodes of a graph as their dependencies finish. Each step costs the edges of one node, whatever the
 * size of the graph. Nodes come in the order in which they became ready, initially in the order of the graph.
 */
export class ReadySet<Key> {
  readonly #missing = new Map<Key, number>();
  readonly #waiters = new Map<Key, Key[]>();
  readonly #ready: Key[] = [];

  constructor({ nodes, needs }: Graph<Key>) {
    const members = new Set(nodes);
    for (const node of nodes) {
      let missing = 0;
      for (const need of needs(node)) {
        if (!members.has(need)) continue;
        const waiters = this.#waiters.get(need);
        // A duplicate dependency counts once: duplicates of one node follow each other.
        if (waiters?.at(-1) === node) continue;
        if (waiters === undefined) this.#waiters.set(need, [node]);
        else waiters.push(node);
        missing++;
      }
      this.#missing.set(node, missing);
      if (missing === 0) this.#ready.push(node);
    }
  }

  /** Removes and returns the nodes that have become ready since the last call. */
  take(): readonly Key[] {
    return this.#ready.splice(0);
  }

  /** Marks a node as finished. Nodes that waited only for it become ready. */
  done(node: Key): void {
    for (const waiter of this.#waiters.get(node) ?? []) {
      const missing = this.#missing.get(waiter)! - 1;
      this.#missing.set(waiter, missing);
      if (missing === 0) this.#ready.push(waiter);
    }
    this.#waiters.delete(node);
  }
}
