import { groupBy } from "../../std/group-by.js";
import { joinPieces, paintLines, styled, wrapPieces, type Line, type Pieces } from "../layout/index.js";
import type { Look } from "../look.js";
import { actionMark } from "./action-mark.js";
import { drawnLines, edgesOutside, type DrawnLine } from "./drawn-lines.js";
import { assignLayers } from "./layout/index.js";
import type { GraphNode, ResourceGraph } from "./resource-graph.js";

/** Returns a graph for a terminal: layer by layer, each resource below all of its dependencies. */
export function graphText(graph: ResourceGraph, look: Look): string {
  const lines = drawnLines(graph);
  const needs = groupBy(lines, ({ from }) => from);
  const edges = groupBy(edgesOutside(graph), ({ from }) => from);
  const nodes = new Map(graph.nodes.map((node) => [node.urn, node]));
  const behind = (urn: string) => {
    const component = nodes.get(urn)!.component;
    const needed = (edges.get(urn) ?? []).map(({ to }) => to);
    return component === undefined ? needed : [component, ...needed];
  };
  const { layerOf } = assignLayers([...nodes.keys()], behind);
  const layers = groupBy(graph.nodes, ({ urn }) => layerOf.get(urn)!);
  const blocks = [...layers.entries()]
    .sort(([a], [b]) => a - b)
    .map(([layer, members]): readonly Line[] => [
      [styled("strong", `Layer ${layer + 1}`)],
      ...members.flatMap((node) => nodeLines(node, needs.get(node.urn) ?? [], nodes, look)),
    ]);
  const text = blocks.map((block) => paintLines(block, look)).join("\n");
  return text === "" ? "No resources.\n" : text;
}

function nodeLines(
  node: GraphNode,
  needs: readonly DrawnLine[],
  nodes: ReadonlyMap<string, GraphNode>,
  look: Look,
): readonly Line[] {
  const { symbol, style } =
    node.action === undefined ? { symbol: "", style: undefined } : actionMark(node.action);
  const component = node.component === undefined ? undefined : nodes.get(node.component)!.name;
  const head: Pieces = [
    styled(style, node.name),
    " ",
    styled("faint", node.type),
    ...(component === undefined ? [] : [styled("faint", ` in ${component}`)]),
  ];
  const list = needs.map(({ to, through }): Pieces => [
    nodes.get(to)!.name,
    styled("faint", ` (${through.join(", ")})`),
  ]);
  const below: Pieces = needs.length === 0 ? [] : [styled("faint", "depends on "), ...joinPieces(list, ", ")];
  const fits = (pieces: Pieces, indent: number) => wrapPieces(pieces, Math.max(16, look.width - indent));
  return [
    ...fits(head, 4).map((line, index): Line => [
      index === 0 ? styled(style, `  ${symbol.padEnd(1)} `) : "    ",
      ...line,
    ]),
    ...(below.length === 0 ? [] : fits(below, 8).map((line): Line => ["        ", ...line])),
  ];
}
