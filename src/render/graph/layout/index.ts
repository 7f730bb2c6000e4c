/**
 * Where shapes and lines stand: shapes in columns behind what they point at, some of them boxes around others, lines
 * that run between them.
 *
 * Pure. Knows sizes and keys only. Everything is a fixed number of passes over shapes and lines, so that time grows
 * with the picture and not with its square.
 */
export { assignLayers } from "./assign-layers.js";
export { layOut, type ConnectorPath, type GraphLayout, type PlacedShape, type Point } from "./lay-out.js";
export type { Connector, Shape } from "./nest-shapes.js";
