import type { ColumnGraph, ColumnSegment, Vertex } from "./column-graph.js";

/**
 * Orders the columns so that few lines cross. Each column is sorted by where the lines of its vertices come from,
 * alternating from the left and from the right. The best order found is kept.
 */
export function orderColumns({ columns, vertices, segments }: ColumnGraph): readonly (readonly number[])[] {
  const between = segmentsBetween(columns.length, vertices, segments);
  const toLeft = neighbours(vertices.length, segments, "left");
  const toRight = neighbours(vertices.length, segments, "right");
  let current = columns.map((column) => [...column]);
  let best = current;
  let fewest = crossings(current, between, vertices);
  for (let sweep = 0; sweep < sweeps && fewest > 0; sweep++) {
    const isRightward = sweep % 2 === 0;
    current = current.map((column) => [...column]);
    const places = placesOf(current, vertices.length);
    const visited = isRightward ? current.keys() : [...current.keys()].toReversed();
    for (const column of visited)
      sortColumn(current[column]!, isRightward ? toLeft : toRight, places, vertices);
    const count = crossings(current, between, vertices);
    if (count < fewest) [best, fewest] = [current, count];
  }
  return best;
}

const sweeps = 12;

interface Neighbour {
  readonly vertex: number;
  readonly offset: number;
}

/**
 * Returns the position where a line touches a vertex: its place in the column, plus a fraction for the height on
 * the vertex.
 */
function touch(place: number, offset: number, { height }: Vertex): number {
  return place + (height > 0 ? offset / (height * 1.01) : 0);
}

/** Sorts in place. A vertex without lines on that side keeps its position. */
function sortColumn(
  column: number[],
  neighboursOf: readonly (readonly Neighbour[])[],
  places: Float64Array,
  vertices: readonly Vertex[],
): void {
  const wanted = new Map(
    column.map((vertex, index) => {
      const near = neighboursOf[vertex]!;
      if (near.length === 0) return [vertex, index];
      const sum = near.reduce(
        (total, each) => total + touch(places[each.vertex]!, each.offset, vertices[each.vertex]!),
        0,
      );
      return [vertex, sum / near.length];
    }),
  );
  column.sort((a, b) => wanted.get(a)! - wanted.get(b)! || places[a]! - places[b]!);
  for (const [index, vertex] of column.entries()) places[vertex] = index;
}

function neighbours(
  count: number,
  segments: readonly ColumnSegment[],
  side: "left" | "right",
): readonly (readonly Neighbour[])[] {
  const found: Neighbour[][] = Array.from({ length: count }, () => []);
  for (const { left, right, leftOffset, rightOffset } of segments) {
    if (side === "left") found[right]!.push({ vertex: left, offset: leftOffset });
    else found[left]!.push({ vertex: right, offset: rightOffset });
  }
  return found;
}

function placesOf(columns: readonly (readonly number[])[], count: number): Float64Array {
  const places = new Float64Array(count);
  for (const column of columns) for (const [index, vertex] of column.entries()) places[vertex] = index;
  return places;
}

function segmentsBetween(
  columns: number,
  vertices: readonly Vertex[],
  segments: readonly ColumnSegment[],
): readonly (readonly ColumnSegment[])[] {
  const between: ColumnSegment[][] = Array.from({ length: columns }, () => []);
  for (const segment of segments) between[vertices[segment.left]!.column]!.push(segment);
  return between;
}

/** Counts the pairs of lines that cross, using a tree of sums over the right ends. */
function crossings(
  columns: readonly (readonly number[])[],
  between: readonly (readonly ColumnSegment[])[],
  vertices: readonly Vertex[],
): number {
  const places = placesOf(columns, vertices.length);
  let count = 0;
  for (const segments of between) {
    const ends = segments
      .map(({ left, right, leftOffset, rightOffset }) => ({
        from: touch(places[left]!, leftOffset, vertices[left]!),
        to: touch(places[right]!, rightOffset, vertices[right]!),
      }))
      .sort((a, b) => a.from - b.from || a.to - b.to);
    const ranks = new Map(
      [...new Set(ends.map(({ to }) => to))].sort((a, b) => a - b).map((to, rank) => [to, rank + 1]),
    );
    const sums = new Int32Array(ranks.size + 1);
    for (const [index, { to }] of ends.entries()) {
      const rank = ranks.get(to)!;
      let before = 0;
      for (let at = rank; at > 0; at -= at & -at) before += sums[at]!;
      count += index - before;
      for (let at = rank; at < sums.length; at += at & -at) sums[at]!++;
    }
  }
  return count;
}
