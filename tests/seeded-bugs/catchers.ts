import type { Catcher, CatchingLayer } from "./seeded-bug.js";

/** A fixed story of the simulation, with everything that can go wrong in it, one at a time. */
export function story(name: string): Catcher {
  return { layer: "single-faults", story: name };
}

/** The random stories of the first seeds. */
export function firstSeeds(seeds: number): Catcher {
  return { layer: "simulation", seeds };
}

/** A scenario of the crash matrix, killed in every place. */
export function kills(scenario: string): Catcher {
  return tests("crash-matrix", "tests/crash/matrix.test.ts", `each effect ${scenario}$`);
}

export function tests(layer: CatchingLayer, file: string, filter?: string): Catcher {
  return { layer, file, ...(filter !== undefined && { filter }) };
}
