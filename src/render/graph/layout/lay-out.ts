import type { Measure } from "./column-graph.js";
import {
  layLevel,
  tenths,
  type BoxFrame,
  type ConnectorPath,
  type LaidLevel,
  type Point,
} from "./lay-level.js";
import { levelsOf, type Level } from "./levels.js";
import { nestShapes, type Connector, type Nest, type Shape } from "./nest-shapes.js";

export type { ConnectorPath, Point } from "./lay-level.js";

export interface PlacedShape extends Point {
  readonly width: number;
  readonly height: number;
  /** True if other shapes are inside it. */
  readonly isBox: boolean;
}

export interface GraphLayout {
  readonly width: number;
  readonly height: number;
  readonly places: ReadonlyMap<string, PlacedShape>;
  /** Together they connect the left side of each shape with the right sides of all its targets. */
  readonly pieces: readonly ConnectorPath[];
}

/** Places the shapes: each to the right of all its targets, inside its box, without overlaps. */
export function layOut(shapes: readonly Shape[], lines: readonly Connector[]): GraphLayout {
  const nest = nestShapes(shapes, lines);
  const laid = layLevels(shapes, nest, levelsOf(nest, lines));
  const { width, height } = laid.get(undefined)!;
  const places = placesOf(shapes, nest, laid);
  const pieces = [...laid].flatMap(([box, level]) => {
    const { x, y } = box === undefined ? { x: 0, y: 0 } : places.get(box)!;
    const moved = (point: Point) => ({ x: tenths(point.x + x), y: tenths(point.y + y) });
    return level.pieces.map((piece) => ({ ...piece, points: piece.points.map(moved) }));
  });
  return { width, height, places, pieces };
}

/** Innermost boxes first, because outer boxes depend on their sizes. */
function layLevels(
  shapes: readonly Shape[],
  nest: Nest,
  levels: ReadonlyMap<string | undefined, Level>,
): ReadonlyMap<string | undefined, LaidLevel> {
  const sizes = new Map<string, { width: number; height: number }>(shapes.map((shape) => [shape.key, shape]));
  const laid = new Map<string | undefined, LaidLevel>();
  const measure: Measure = {
    size: (item) => {
      const { width, height } = sizes.get(item)!;
      return { width, height };
    },
    port: (item, to, side) => laid.get(item)!.port(to, side) - sizes.get(item)!.height / 2,
  };
  const levelOf = (box: string | undefined): Level =>
    levels.get(box) ?? { items: nest.members(box), bundles: new Map() };
  const boxes = shapes
    .filter(({ key }) => nest.isBox(key))
    .sort((a, b) => nest.around(b.key).length - nest.around(a.key).length);
  for (const { key, width, height } of boxes) {
    const frame: BoxFrame = { top: height + 6, side: 14, leastWidth: width };
    const level = layLevel(levelOf(key), measure, frame);
    laid.set(key, level);
    sizes.set(key, level);
  }
  return laid.set(undefined, layLevel(levelOf(undefined), measure, { top: 20, side: 20, leastWidth: 0 }));
}

function placesOf(
  shapes: readonly Shape[],
  nest: Nest,
  laid: ReadonlyMap<string | undefined, LaidLevel>,
): ReadonlyMap<string, PlacedShape> {
  const places = new Map<string, PlacedShape>();
  const sizes = new Map(shapes.map((shape) => [shape.key, shape]));
  const waiting: { readonly box: string | undefined; readonly corner: Point }[] = [
    { box: undefined, corner: { x: 0, y: 0 } },
  ];
  for (const { box, corner } of waiting) {
    for (const key of nest.members(box)) {
      const { x, y } = laid.get(box)!.corners.get(key)!;
      const { width, height } = laid.get(key) ?? sizes.get(key)!;
      const place = {
        x: tenths(corner.x + x),
        y: tenths(corner.y + y),
        width,
        height,
        isBox: nest.isBox(key),
      };
      places.set(key, place);
      if (place.isBox) waiting.push({ box: key, corner: place });
    }
  }
  return places;
}
