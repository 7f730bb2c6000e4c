import { printable } from "../../std/printable.js";
import { actionMark } from "./action-mark.js";
import { drawnLines } from "./drawn-lines.js";
import { colours } from "./picture-colours.js";
import { nestedNodes, type GraphNode, type NestedNode, type ResourceGraph } from "./resource-graph.js";

/**
 * Returns a graph for Graphviz. Arrows point to the dependency. Components are clusters that also have a node of
 * their own.
 */
export function graphDot(graph: ResourceGraph): string {
  const ids = new Map(graph.nodes.map(({ urn }, index) => [urn, `n${index}`]));
  const lines = drawnLines(graph).map(({ from, to, through, carriesValue }) => {
    const style = carriesValue ? "" : ", style=dashed";
    return `  ${ids.get(from)} -> ${ids.get(to)} [label=${quoted(through.join(", "))}${style}];`;
  });
  return `${[
    "digraph coconut {",
    "  rankdir=RL;",
    "  compound=true;",
    `  graph [fontname="monospace", fontsize=11, style=rounded, color=gray60];`,
    `  node [fontname="monospace", fontsize=11, shape=box, style="rounded,filled", fillcolor=white];`,
    `  edge [fontname="monospace", fontsize=9, color=gray50];`,
    ...nestedNodes(graph).flatMap((node) => statements(node, ids, "  ")),
    ...lines,
    "}",
  ].join("\n")}\n`;
}

function statements(
  { node, members }: NestedNode,
  ids: ReadonlyMap<string, string>,
  indent: string,
): readonly string[] {
  const id = ids.get(node.urn)!;
  const own = `${id} [${attributes(node)}];`;
  if (members.length === 0) return [`${indent}${own}`];
  return [
    `${indent}subgraph cluster_${id} {`,
    `${indent}  label=${quoted(node.name)};`,
    `${indent}  ${own}`,
    ...members.flatMap((member) => statements(member, ids, `${indent}  `)),
    `${indent}}`,
  ];
}

const shapes = { custom: undefined, component: "component", provider: "hexagon", external: "note" } as const;

function attributes({ urn, name, type, kind, action }: GraphNode): string {
  const mark = action === undefined ? undefined : actionMark(action);
  const symbol = mark === undefined || mark.symbol === "" ? "" : `${mark.symbol} `;
  const colour = mark?.style === undefined ? undefined : colours.light[mark.style];
  const shape = shapes[kind];
  return [
    `label=${quoted(`${symbol}${name}`, type)}`,
    `tooltip=${quoted(urn)}`,
    ...(shape === undefined ? [] : [`shape=${shape}, style=filled`]),
    ...(colour === undefined ? [] : [`fillcolor="${colour.fill}", color="${colour.line}"`]),
  ].join(", ");
}

/** Joins lines into one label. Graphviz interprets backslashes and entities in labels, so both are escaped. */
function quoted(...lines: readonly string[]): string {
  const escaped = lines.map((line) =>
    printable(line).replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("&", "&amp;"),
  );
  return `"${escaped.join("\\n")}"`;
}
