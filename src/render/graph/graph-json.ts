import type { Json } from "../../model/index.js";
import type { ResourceGraph } from "./resource-graph.js";

/** The version of the document below; a field that changes its meaning makes the next. */
const version = 1;

/** A graph as one JSON document: everything that is known, names as they are. */
export function graphJson({ nodes, edges }: ResourceGraph): Json {
  return { version, nodes: nodes.map((node) => ({ ...node })), edges: edges.map((edge) => ({ ...edge })) };
}
