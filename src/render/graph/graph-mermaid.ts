import { printable } from "../../std/printable.js";
import { actionMark } from "./action-mark.js";
import { drawnLines } from "./drawn-lines.js";
import { colours } from "./picture-colours.js";
import { nestedNodes, type GraphNode, type NestedNode, type ResourceGraph } from "./resource-graph.js";

/**
 * Returns a graph for Mermaid, for example for README files. Arrows point to the dependency. Components are
 * subgraphs.
 */
export function graphMermaid(graph: ResourceGraph): string {
  const ids = new Map(graph.nodes.map(({ urn }, index) => [urn, `n${index}`]));
  const lines = drawnLines(graph).map(({ from, to, through, carriesValue }) => {
    const arrow = carriesValue ? "-->" : "-.->";
    return `  ${ids.get(from)} ${arrow}|${quoted(through.join(", "))}| ${ids.get(to)}`;
  });
  const styles = new Set(graph.nodes.flatMap((node) => styleOf(node) ?? []));
  return `${[
    "flowchart RL",
    ...nestedNodes(graph).flatMap((node) => statements(node, ids, "  ")),
    ...lines,
    ...[...styles].map((style) => {
      const { fill, line } = colours.light[style]!;
      return `  classDef ${style} fill:${fill},stroke:${line},color:${colours.light.text}`;
    }),
  ].join("\n")}\n`;
}

function statements(
  { node, members }: NestedNode,
  ids: ReadonlyMap<string, string>,
  indent: string,
): readonly string[] {
  const id = ids.get(node.urn)!;
  const style = styleOf(node);
  if (members.length === 0) {
    const [open, close] = shapes[node.kind];
    return [`${indent}${id}${open}${label(node)}${close}${style === undefined ? "" : `:::${style}`}`];
  }
  return [
    `${indent}subgraph ${id}[${label(node)}]`,
    ...members.flatMap((member) => statements(member, ids, `${indent}  `)),
    `${indent}end`,
    ...(style === undefined ? [] : [`${indent}class ${id} ${style}`]),
  ];
}

const shapes = {
  custom: ["[", "]"],
  component: ["[[", "]]"],
  provider: ["{{", "}}"],
  external: ["([", "])"],
} as const;

function label({ name, type, action }: GraphNode): string {
  const symbol = action === undefined ? "" : actionMark(action).symbol;
  return quoted(`${symbol === "" ? "" : `${symbol} `}${name}`, type);
}

function styleOf({ action }: GraphNode) {
  return action === undefined ? undefined : actionMark(action).style;
}

/**
 * Joins lines into one label. Most punctuation has a meaning in Mermaid, so every character except letters and
 * digits is written as a numeric entity.
 */
function quoted(...lines: readonly string[]): string {
  const escaped = lines.map((line) =>
    printable(line).replaceAll(/[^\p{L}\p{N} .,:/_-]/gu, (character) => `#${character.codePointAt(0)};`),
  );
  return `"${escaped.join("<br/>")}"`;
}
