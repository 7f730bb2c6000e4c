/**
 * Draws the resources of a stack and their dependencies as text, DOT, Mermaid, JSON and SVG.
 *
 * `layout/` knows shapes and lines only. No name is trusted: each format escapes its input.
 */
export { graphDot } from "./graph-dot.js";
export { graphJson } from "./resource-graph.js";
export { graphMermaid } from "./graph-mermaid.js";
export { graphSvg } from "./graph-svg.js";
export { graphText } from "./graph-text.js";
export { planGraph } from "./plan-graph.js";
export type { GraphEdge, GraphNode, ResourceGraph } from "./resource-graph.js";
export { stateGraph } from "./state-graph.js";
