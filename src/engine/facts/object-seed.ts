import type { SnapshotIndex } from "../../state/index.js";

/** Draws the seed of an object from the key of the stack; see `PlanRequest.seed`. */
export type SeedPort = (urn: string, generation: number) => string;

/** Returns the seed of the object that a resource has, or of its next one, once a provider asks for it. */
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

/** The generation of the next object of a resource that has these. */
export function nextGeneration(generations: Iterable<number>): number {
  return Math.max(0, ...generations) + 1;
}
