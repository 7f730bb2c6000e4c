import { columnGraph, type ColumnGraph, type Measure } from "./column-graph.js";
import type { ConnectorBundle, Level } from "./levels.js";
import { orderColumns } from "./order-columns.js";
import { placeVertices } from "./place-vertices.js";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The padding around the items of a level. */
export interface BoxFrame {
  readonly top: number;
  /** At both sides, and at the bottom. */
  readonly side: number;
  readonly leastWidth: number;
}

/** A level with all positions, relative to the upper left corner of its box. */
export interface LaidLevel {
  readonly width: number;
  readonly height: number;
  readonly corners: ReadonlyMap<string, Point>;
  /** Returns where a bundle crosses a border of the box. */
  port(to: string, side: "left" | "right"): number;
  readonly pieces: readonly ConnectorPath[];
}

/** A part of the path to a shape, from left to right. Lines to the same shape share their common part. */
export interface ConnectorPath {
  readonly to: string;
  /** If the part belongs to a single line: the shape that depends on the other. */
  readonly from?: string;
  /** Between two points of different height the line may curve freely: nothing is drawn there. */
  readonly points: readonly Point[];
}

export function layLevel(level: Level, measure: Measure, frame: BoxFrame): LaidLevel {
  const graph = columnGraph(level, measure);
  const order = orderColumns(graph);
  const rows = rowsOf(order, graph, frame.top);
  const across = columnsAcross(graph, frame);
  const grid = gridOf(graph.alone, measure, across.width - 2 * frame.side);
  const hasColumns = graph.vertices.length > 0;
  const width = Math.max(hasColumns ? across.width : 0, grid.width + 2 * frame.side, frame.leastWidth);
  const gridTop = hasColumns && grid.height > 0 ? rows.bottom + gaps.below : rows.bottom;
  const xOf = (vertex: number) => {
    const { column } = graph.vertices[vertex]!;
    return column === graph.columns.length - 1 ? width : across.left[column]!;
  };
  const corners = new Map<string, Point>();
  for (const [item, vertex] of graph.vertexOf)
    corners.set(item, { x: xOf(vertex), y: rows.middles[vertex]! - graph.vertices[vertex]!.height / 2 });
  for (const [item, { x, y }] of grid.corners) corners.set(item, { x: x + frame.side, y: y + gridTop });
  return {
    width,
    height: gridTop + grid.height + frame.side,
    corners,
    port: (to, side) => rows.middles[graph.chains.get(to)!.at(side === "left" ? 0 : -1)!]!,
    pieces: [...level.bundles.values()].flatMap((bundle) =>
      piecesOf(bundle, graph, measure, { xOf, middles: rows.middles, rightOf: across.right }),
    ),
  };
}

const gaps = { row: 14, below: 26, grid: 14 };

/** Returns the middles of all vertices, shifted so that the highest one touches the frame. */
function rowsOf(order: readonly (readonly number[])[], graph: ColumnGraph, top: number) {
  const middles = placeVertices(order, graph, gaps.row);
  let [upper, lower] = [Infinity, -Infinity];
  for (const [vertex, { height }] of graph.vertices.entries()) {
    upper = Math.min(upper, middles[vertex]! - height / 2);
    lower = Math.max(lower, middles[vertex]! + height / 2);
  }
  if (graph.vertices.length === 0) return { middles, bottom: top };
  return { middles: middles.map((middle) => tenths(middle - upper + top)), bottom: lower - upper + top };
}

/** Returns where each column begins and ends. The gap between two columns grows with the number of lines in it. */
function columnsAcross({ columns, vertices, segments }: ColumnGraph, { side }: BoxFrame) {
  const lines = columns.map(() => 0);
  for (const { left } of segments) lines[vertices[left]!.column]!++;
  const left: number[] = [];
  const right: number[] = [];
  let x = 0;
  for (const [index, column] of columns.entries()) {
    left.push(x);
    x += column.reduce((widest, vertex) => Math.max(widest, vertices[vertex]!.width), 0);
    right.push(x);
    const isBorder = index === 0 || index === columns.length - 2;
    const count = lines[index]!;
    // In steps, so that boxes below each other start at the same position.
    const room = count === 0 ? 0 : (isBorder ? 22 : 44) + 2 * Math.min(8 * Math.ceil(count / 8), 32);
    if (index < columns.length - 1) x += Math.max(isBorder ? side : 0, room);
  }
  return { left, right, width: x };
}

/** Arranges items without lines in a roughly square grid. */
function gridOf(items: readonly string[], { size }: Measure, room: number) {
  const area = items.reduce((sum, item) => {
    const { width, height } = size(item);
    return sum + (width + gaps.grid) * (height + gaps.grid);
  }, 0);
  const widest = Math.max(room, Math.sqrt(area * 1.8));
  const corners = new Map<string, Point>();
  let [x, y, rowHeight, fullWidth] = [0, 0, 0, 0];
  for (const item of items) {
    const { width, height } = size(item);
    if (x > 0 && x + width > widest) [x, y, rowHeight] = [0, y + rowHeight + gaps.grid, 0];
    corners.set(item, { x, y });
    fullWidth = Math.max(fullWidth, x + width);
    rowHeight = Math.max(rowHeight, height);
    x += width + gaps.grid;
  }
  return { corners, width: fullWidth, height: y + rowHeight };
}

interface Across {
  readonly xOf: (vertex: number) => number;
  readonly middles: Float64Array;
  readonly rightOf: readonly number[];
}

/** Returns a trunk that all lines of a bundle share, and a branch to each of its ends. */
function piecesOf(
  { to, start, ends }: ConnectorBundle,
  { vertices, chains, vertexOf }: ColumnGraph,
  measure: Measure,
  { xOf, middles, rightOf }: Across,
): readonly ConnectorPath[] {
  const chain = chains.get(to)!;
  const begin = vertices[chain[0]!]!.column;
  const offset = start?.within ? measure.port(start.item, to, "right") : 0;
  const heightOf = (step: number) => middles[chain[step]!]! + (step === 0 ? offset : 0);
  const trunk = chain.flatMap((vertex, step): readonly Point[] => {
    const { column, width } = vertices[vertex]!;
    const left = xOf(vertex) + width;
    const y = heightOf(step);
    return [
      { x: left, y },
      { x: Math.max(left, rightOf[column]!), y },
    ];
  });
  const branches = ends.map(({ item, within }): ConnectorPath => {
    const last = vertexOf.get(item)!;
    const step = vertices[last]!.column - begin - 1;
    const end = { x: xOf(last), y: middles[last]! + (within ? measure.port(item, to, "left") : 0) };
    const own = within ? {} : { from: item };
    // The line closes a cycle and runs straight across the diagram.
    if (step < 0) return { to, ...own, points: [trunk[0]!, end] };
    return { to, ...own, points: [{ x: rightOf[begin + step]!, y: heightOf(step) }, end] };
  });
  return [{ to, points: withoutDetours(trunk) }, ...branches].filter(({ points }) => points.length > 1);
}

/** Removes duplicate points and points on a straight segment. */
function withoutDetours(points: readonly Point[]): readonly Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const last = kept.at(-1);
    if (last?.x === point.x && last.y === point.y) continue;
    if (last?.y === point.y && kept.at(-2)?.y === point.y) kept.pop();
    kept.push(point);
  }
  return kept;
}

/** Rounds to tenths: finer than visible, and identical on every machine. */
export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
