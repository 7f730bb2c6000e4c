import { printable } from "../../std/printable.js";
import type { GraphEdge, ResourceGraph } from "./resource-graph.js";

/** All edges from one resource to another, drawn as one line. */
export interface DrawnLine {
  readonly from: string;
  readonly to: string;
  /** What it needs the other for: fields, then kinds of needs, in words. */
  readonly through: readonly string[];
  /** Whether a value flows along it; else it is only about order. */
  readonly carriesValue: boolean;
}

/** What a picture draws. That a resource needs a component it is in is seen from where it stands. */
export function drawnLines({ nodes, edges }: ResourceGraph): readonly DrawnLine[] {
  const component = new Map(nodes.map((node) => [node.urn, node.component]));
  const isWithin = (inner: string, outer: string) => {
    for (let at = component.get(inner); at !== undefined; at = component.get(at))
      if (at === outer) return true;
    return false;
  };
  const lines = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    if (isWithin(edge.from, edge.to) || isWithin(edge.to, edge.from)) continue;
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
  return field === undefined ? kind.replaceAll("-", " ") : printable(field);
}

function carriesValue({ kind }: GraphEdge): boolean {
  return kind === "input" || kind === "field";
}
