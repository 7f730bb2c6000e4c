import type { SnapshotIndex } from "../../state/index.js";

/** Derives the seed of an object from the key of the stack; see `PlanRequest.seed`. */
export type SeedPort = (urn: string, generation: number) => string;

/** Returns a function that computes the seed of a resource's current or next object when a provider asks for it. */
export function objectSeed(
  urn: string,
  which: "current" | "next",
  state: SnapshotIndex,
  draw: SeedPort,
): () => string {
  return () => {
    const row = state.byUrn.get(urn);
    const current = row && which === "current" ? state.currentOf(row.rid) : undefined;
    if (current !== undefined) return draw(urn, current.generation);
    const generations = row === undefined ? [] : state.objectsOf(row.rid).map(({ generation }) => generation);
    return draw(urn, nextGeneration(generations));
  };
}

/** Returns the next generation number after the given ones. */
export function nextGeneration(generations: Iterable<number>): number {
  return Math.max(0, ...generations) + 1;
}
