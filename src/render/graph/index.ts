/**
 * The resources of a stack and what they need, as pictures: text, DOT, Mermaid, JSON and SVG.
 *
 * `layout/` knows shapes and lines only. Nobody's name is trusted: each format escapes what it
 * is given.
 */
export { graphDot } from "./graph-dot.js";
export { graphJson } from "./resource-graph.js";
export { graphMermaid } from "./graph-mermaid.js";
export { graphSvg } from "./graph-svg.js";
export { graphText } from "./graph-text.js";
export { planGraph } from "./plan-graph.js";
export type { GraphEdge, GraphNode, ResourceGraph } from "./resource-graph.js";
export { stateGraph } from "./state-graph.js";
