import type { ColumnGraph, Vertex } from "./column-graph.js";

/**
 * Returns the middle of each vertex so that lines are as straight as possible. Column by column, each vertex is
 * placed as close as its neighbors allow to where its lines want it. Long lines have the most weight.
 */
export function placeVertices(
  columns: readonly (readonly number[])[],
  { vertices, segments }: ColumnGraph,
  gap: number,
): Float64Array {
  const middles = new Float64Array(vertices.length);
  for (const column of columns) {
    const stacked = apart(column, vertices, gap);
    for (const [index, vertex] of column.entries()) middles[vertex] = stacked[index]!;
  }
  const pulls = pullsOf({ vertices, segments });
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const sides: readonly Side[] =
      sweep < sweeps - 2 ? [sweep % 2 === 0 ? "left" : "right"] : ["left", "right"];
    for (const column of sweep % 2 === 0 ? columns : columns.toReversed()) {
      const wanted = column.map((vertex) => wish(vertex, pulls, sides, middles));
      const found = nearestInOrder(wanted, apart(column, vertices, gap));
      for (const [index, vertex] of column.entries()) middles[vertex] = found[index]!;
    }
  }
  return middles;
}

const sweeps = 12;

type Side = "left" | "right";

interface Pull {
  readonly side: Side;
  readonly vertex: number;
  readonly offset: number;
  readonly weight: number;
}

/** Returns the minimum heights in a column, relative to its first vertex. */
function apart(column: readonly number[], vertices: readonly Vertex[], gap: number): readonly number[] {
  let height = 0;
  return column.map((vertex, index) => {
    const before = column[index - 1];
    if (before === undefined) return 0;
    const [upper, lower] = [vertices[before]!, vertices[vertex]!];
    const isLine = upper.item === undefined && lower.item === undefined;
    height += (upper.height + lower.height) / 2 + (isLine ? gap / 2 : gap);
    return height;
  });
}

function wish(
  vertex: number,
  pulls: readonly (readonly Pull[])[],
  sides: readonly Side[],
  middles: Float64Array,
): { readonly at: number; readonly weight: number } {
  let sum = 0;
  let weight = 0;
  for (const pull of pulls[vertex]!) {
    if (!sides.includes(pull.side)) continue;
    sum += (middles[pull.vertex]! + pull.offset) * pull.weight;
    weight += pull.weight;
  }
  return weight === 0 ? { at: middles[vertex]!, weight: 0.01 } : { at: sum / weight, weight };
}

function pullsOf({
  vertices,
  segments,
}: Pick<ColumnGraph, "vertices" | "segments">): readonly (readonly Pull[])[] {
  const pulls: Pull[][] = vertices.map(() => []);
  for (const { left, right, leftOffset, rightOffset } of segments) {
    const passing = [left, right].filter((vertex) => vertices[vertex]!.item === undefined).length;
    const weight = [1, 2, 8][passing]!;
    pulls[right]!.push({ side: "left", vertex: left, offset: leftOffset - rightOffset, weight });
    pulls[left]!.push({ side: "right", vertex: right, offset: rightOffset - leftOffset, weight });
  }
  return pulls;
}

/**
 * Returns the numbers closest to the wanted ones, by weighted least squares, that keep at least the distances of
 * the given positions. Neighbors that would pass each other meet in between.
 */
export function nearestInOrder(
  wanted: readonly { readonly at: number; readonly weight: number }[],
  positions: readonly number[],
): readonly number[] {
  const blocks: { sum: number; weight: number; count: number }[] = [];
  for (const [index, { at, weight }] of wanted.entries()) {
    let block = { sum: (at - positions[index]!) * weight, weight, count: 1 };
    for (let last = blocks.at(-1); last !== undefined && mean(last) >= mean(block); last = blocks.at(-1)) {
      blocks.pop();
      block = {
        sum: last.sum + block.sum,
        weight: last.weight + block.weight,
        count: last.count + block.count,
      };
    }
    blocks.push(block);
  }
  let index = 0;
  return blocks.flatMap((block) =>
    Array.from({ length: block.count }, () => mean(block) + positions[index++]!),
  );
}

const mean = ({ sum, weight }: { readonly sum: number; readonly weight: number }) => sum / weight;
