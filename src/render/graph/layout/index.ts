/**
 * Places shapes and lines: shapes in columns to the right of their targets, some of them boxes around others, with
 * lines between them.
 *
 * Pure. Knows sizes and keys only. Makes a fixed number of passes over shapes and lines, so time grows linearly
 * with the diagram.
 */
export { assignLayers } from "./assign-layers.js";
export { layOut, type ConnectorPath, type GraphLayout, type PlacedShape, type Point } from "./lay-out.js";
export type { Connector, Shape } from "./nest-shapes.js";
