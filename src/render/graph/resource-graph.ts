import type { ChangeAction, EdgeKind, Json, ResourceKind } from "../../model/index.js";

/** The resources of a stack and their dependencies. A component contains the resources that name it. */
export interface ResourceGraph {
  readonly nodes: readonly GraphNode[];
  /** From the dependent to the dependency. Both are among the nodes. */
  readonly edges: readonly GraphEdge[];
}

export interface GraphNode {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
  readonly kind: ResourceKind;
  /** The action of a plan on the resource. */
  readonly action?: ChangeAction;
  /** The nearest component that contains it. */
  readonly component?: string;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  /** For `input` and `field`: the property that refers to the dependency. */
  readonly field?: string;
}

/** A resource with its dependencies as recorded in state or in a plan, including its parent. */
export interface NeedyNode extends Omit<GraphNode, "component"> {
  readonly needs: readonly Omit<GraphEdge, "from">[];
}

/**
 * A parent that is a component contains its children; any other parent is a dependency. Edges to unknown resources
 * are dropped.
 */
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

/** The version of the document below. It is increased when a field changes its meaning. */
const version = 1;

/** Returns a graph as one JSON document with complete data and unescaped names. */
export function graphJson({ nodes, edges }: ResourceGraph): Json {
  return { version, nodes: nodes.map((node) => ({ ...node })), edges: edges.map((edge) => ({ ...edge })) };
}

/** A resource with its members. */
export interface NestedNode {
  readonly node: GraphNode;
  readonly members: readonly NestedNode[];
}

/** Returns the resources that are in no component, each with its members. */
export function nestedNodes({ nodes }: ResourceGraph): readonly NestedNode[] {
  const all = new Map(nodes.map((node) => [node.urn, { node, members: [] as NestedNode[] }]));
  for (const nested of all.values()) {
    const { component } = nested.node;
    if (component !== undefined) all.get(component)!.members.push(nested);
  }
  return [...all.values()].filter(({ node }) => node.component === undefined);
}
