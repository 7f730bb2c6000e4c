import type { ChangeAction, EdgeKind, Json, ResourceKind } from "../../model/index.js";

/** The resources of a stack and what they need. Components hold others, which is told by these. */
export interface ResourceGraph {
  readonly nodes: readonly GraphNode[];
  /** From what needs to what is needed. Both are among the nodes. */
  readonly edges: readonly GraphEdge[];
}

export interface GraphNode {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
  readonly kind: ResourceKind;
  /** What a plan does to it. */
  readonly action?: ChangeAction;
  /** The nearest component that it is in. */
  readonly component?: string;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  /** For `input` and `field`: the property that refers to it. */
  readonly field?: string;
}

/** A resource with what state or a plan says it needs, its parent included. */
export interface NeedyNode extends Omit<GraphNode, "component"> {
  readonly needs: readonly Omit<GraphEdge, "from">[];
}

/** A parent that is a component holds its children; any other is needed like the rest. What is not there is left out. */
export function resourceGraph(resources: readonly NeedyNode[]): ResourceGraph {
  const byUrn = new Map(resources.map((each) => [each.urn, each]));
  const parentOf = (urn: string) => byUrn.get(urn)?.needs.find(({ kind }) => kind === "parent")?.to;
  const componentOf = (urn: string) => {
    const seen = new Set([urn]);
    for (let at = parentOf(urn); at !== undefined && !seen.has(at); at = parentOf(at)) {
      if (byUrn.get(at)?.kind === "component") return at;
      seen.add(at);
    }
    return undefined;
  };
  const isHeld = (kind: EdgeKind, to: string) => kind === "parent" && byUrn.get(to)?.kind === "component";
  return {
    nodes: [...byUrn.values()].map((resource) => {
      const { needs: _, ...node } = resource;
      const component = componentOf(node.urn);
      return component === undefined ? node : { ...node, component };
    }),
    edges: [...byUrn.values()].flatMap(({ urn, needs }) =>
      needs
        .filter(({ kind, to }) => byUrn.has(to) && to !== urn && !isHeld(kind, to))
        .map(({ kind, to, field }) => ({ from: urn, to, kind, ...(field !== undefined && { field }) })),
    ),
  };
}

/** The version of the document below; a field that changes its meaning makes the next. */
const version = 1;

/** A graph as one JSON document: everything that is known, names as they are. */
export function graphJson({ nodes, edges }: ResourceGraph): Json {
  return { version, nodes: nodes.map((node) => ({ ...node })), edges: edges.map((edge) => ({ ...edge })) };
}

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
