import type { GraphNode, ResourceGraph } from "./resource-graph.js";

/** A resource with what is in it. */
export interface NestedNode {
  readonly node: GraphNode;
  readonly members: readonly NestedNode[];
}

/** What is in no component, each with what is in it. */
export function nestedNodes({ nodes }: ResourceGraph): readonly NestedNode[] {
  const all = new Map(nodes.map((node) => [node.urn, { node, members: [] as NestedNode[] }]));
  for (const nested of all.values()) {
    const { component } = nested.node;
    if (component !== undefined) all.get(component)!.members.push(nested);
  }
  return [...all.values()].filter(({ node }) => node.component === undefined);
}
