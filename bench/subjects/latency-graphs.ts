export type GraphKind = "wide" | "deep" | "diamond" | "random";

/** The earlier nodes that each node depends on. */
export type Graph = readonly (readonly number[])[];

/** Returns a graph, which is the same in every run. */
export function graphOf(kind: GraphKind): Graph {
  switch (kind) {
    case "wide":
      return Array.from({ length: 160 }, () => []);
    case "deep":
      return Array.from({ length: 30 }, (_, index) => (index === 0 ? [] : [index - 1]));
    case "diamond":
      return diamonds(8, 12);
    case "random":
      return randomGraph(150, 1);
  }
}

/** Repeats: one node, then `wide` nodes that depend on it, then one that depends on all of them. */
function diamonds(length: number, wide: number): Graph {
  const nodes: number[][] = [[]];
  for (let each = 0; each < length; each++) {
    const top = nodes.length - 1;
    const middle = Array.from({ length: wide }, (_, index) => top + 1 + index);
    nodes.push(...middle.map(() => [top]), middle);
  }
  return nodes;
}

/** Each node depends on up to three of the twelve nodes before it. */
function randomGraph(length: number, seed: number): Graph {
  const random = generator(seed);
  return Array.from({ length }, (_, index) => {
    const needs = Array.from(
      { length: Math.floor(random() * 4) },
      () => index - 1 - Math.floor(random() * 12),
    );
    return [...new Set(needs.filter((need) => need >= 0))];
  });
}

/** A seeded pseudorandom generator of numbers from 0 to 1. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
