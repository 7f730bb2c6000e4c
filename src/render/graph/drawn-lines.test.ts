import { expect, test } from "vitest";
import { plainLook } from "../look.js";
import { drawnLines } from "./drawn-lines.js";
import { graphText } from "./graph-text.js";
import type { GraphEdge, GraphNode, ResourceGraph } from "./resource-graph.js";

const node = (urn: string, component?: string): GraphNode => ({
  urn,
  name: urn,
  type: "a:b:C",
  kind: "custom",
  ...(component !== undefined && { component }),
});
const nodes = [
  node("site"),
  node("pages", "site"),
  node("home", "pages"),
  node("style", "site"),
  node("server"),
];
const after = (to: string): GraphEdge => ({ from: "server", to, kind: "depends-on" });
const uses = (to: string): GraphEdge => ({ from: "server", to, kind: "input", field: "command" });

test.each<[string, readonly GraphEdge[], readonly string[]]>([
  [
    "to a component stands for those to what is in it",
    [after("site"), after("pages"), after("home"), after("style")],
    ["site: dependsOn"],
  ],
  [
    "to what is in it alone is drawn",
    [after("home"), after("style")],
    ["home: dependsOn", "style: dependsOn"],
  ],
  [
    "of a value is drawn beside it",
    [after("site"), after("style"), uses("style")],
    ["site: dependsOn", "style: command"],
  ],
  [
    "to a component that is used is no order",
    [uses("site"), after("style")],
    ["site: command", "style: dependsOn"],
  ],
])("a line %s", (_, edges, lines) => {
  expect(drawnLines({ nodes, edges }).map(({ to, through }) => `${to}: ${through.join(", ")}`)).toEqual(
    lines,
  );
});

test("what is not drawn counts for the layer", () => {
  const graph: ResourceGraph = {
    nodes,
    edges: [after("site"), after("pages"), after("home"), after("style")],
  };
  expect(graphText(graph, plainLook)).toMatch(/Layer 4\n +server a:b:C\n +depends on site \(dependsOn\)\n$/);
});
