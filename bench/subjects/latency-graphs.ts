export type GraphKind = "wide" | "deep" | "diamond" | "random";

/** For each node, which earlier ones it needs. */
export type Graph = readonly (readonly number[])[];

/** The same graph every time. */
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

/** One, then so many that need it, then one that needs them all, and so on. */
function diamonds(length: number, wide: number): Graph {
  const nodes: number[][] = [[]];
  for (let each = 0; each < length; each++) {
    const top = nodes.length - 1;
    const middle = Array.from({ length: wide }, (_, index) => top + 1 + index);
    nodes.push(...middle.map(() => [top]), middle);
  }
  return nodes;
}

/** Each needs up to three of the twelve before it. */
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

/** Numbers below one that look like chance and are the same for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
