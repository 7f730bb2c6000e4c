import { printable } from "../../std/printable.js";
import type { GraphEdge, ResourceGraph } from "./resource-graph.js";
import { JSON } from "../../std/plain-json.js";

/** All edges from one resource to another, drawn as one line. */
export interface DrawnLine {
  readonly from: string;
  readonly to: string;
  /** The reasons for the dependency: fields, then kinds of edges, in words. */
  readonly through: readonly string[];
  /** True if a value flows along the line; false if it only sets the order. */
  readonly carriesValue: boolean;
}

/**
 * Returns the lines to draw. A resource that depends on a component around it gets no line, because its position
 * shows that. A resource that depends on a component depends on everything in it, so one line to the component is
 * enough.
 */
export function drawnLines(graph: ResourceGraph): readonly DrawnLine[] {
  const outside = edgesOutside(graph);
  const around = componentsAround(graph);
  const key = ({ from, to }: Pick<GraphEdge, "from" | "to">) => JSON.stringify([from, to]);
  const ordered = new Set(outside.filter(({ kind }) => kind === "depends-on").map(key));
  const isImplied = ({ from, to, kind }: GraphEdge) =>
    kind === "depends-on" && around(to).some((component) => ordered.has(key({ from, to: component })));
  return linesOf(outside.filter((edge) => !isImplied(edge)));
}

/** Returns the edges between resources of which neither contains the other. */
export function edgesOutside(graph: ResourceGraph): readonly GraphEdge[] {
  const around = componentsAround(graph);
  return graph.edges.filter(({ from, to }) => !around(from).includes(to) && !around(to).includes(from));
}

/** Returns the components that contain a resource, innermost first. */
function componentsAround({ nodes }: ResourceGraph): (urn: string) => readonly string[] {
  const component = new Map(nodes.map((node) => [node.urn, node.component]));
  return (urn) => {
    const found: string[] = [];
    for (let at = component.get(urn); at !== undefined; at = component.get(at)) found.push(at);
    return found;
  };
}

function linesOf(edges: readonly GraphEdge[]): readonly DrawnLine[] {
  const lines = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const key = JSON.stringify([edge.from, edge.to]);
    const line = lines.get(key);
    if (line === undefined) lines.set(key, [edge]);
    else line.push(edge);
  }
  return [...lines.values()].map((line) => ({
    from: line[0]!.from,
    to: line[0]!.to,
    through: [...new Set(line.map(throughText))],
    carriesValue: line.some(carriesValue),
  }));
}

function throughText({ kind, field }: GraphEdge): string {
  if (field !== undefined) return printable(field);
  return kind === "depends-on" ? "dependsOn" : kind.replaceAll("-", " ");
}

function carriesValue({ kind }: GraphEdge): boolean {
  return kind === "input" || kind === "field";
}
