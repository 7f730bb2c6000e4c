import { providerType } from "../../model/index.js";
import { type DeploymentResource, type NamedEdge } from "./deployment.js";

type EdgeFields = Pick<
  DeploymentResource,
  "parent" | "provider" | "dependencies" | "propertyDependencies" | "deletedWith"
> & { readonly replaceWith?: readonly string[] };

/**
 * Returns the edges of an entry in the fields of the ecosystem, where a dependency through a property is also in the
 * list of all dependencies. `isNone` is true for URNs that have no row: the stack itself and default providers.
 */
export function edgesOfEntry(entry: EdgeFields, isNone: (urn: string) => boolean): readonly NamedEdge[] {
  const { parent, provider, dependencies = [], propertyDependencies = {}, deletedWith, replaceWith } = entry;
  const inputs = Object.entries(propertyDependencies).flatMap(([field, urns]) =>
    urns.map((to): NamedEdge => ({ kind: "input", to, field })),
  );
  const throughInputs = new Set(inputs.map(({ to }) => to));
  const edges: readonly NamedEdge[] = [
    ...(parent === undefined ? [] : [{ kind: "parent", to: parent } as const]),
    ...(provider === undefined ? [] : [{ kind: "provider", to: providerUrn(provider) } as const]),
    ...(deletedWith === undefined ? [] : [{ kind: "deleted-with", to: deletedWith } as const]),
    ...(replaceWith ?? []).map((to): NamedEdge => ({ kind: "replace-with", to })),
    ...dependencies
      .filter((to) => !throughInputs.has(to))
      .map((to): NamedEdge => ({ kind: "depends-on", to })),
    ...inputs,
  ];
  return distinct(edges.filter(({ to }) => !isNone(to)));
}

/** Returns the URN in a reference to a provider. Ids never contain `::`, but names may. */
export function providerUrn(reference: string): string {
  return reference.slice(0, reference.lastIndexOf("::"));
}

/** Returns the package that the provider with this URN configures. */
export function packageOfProvider(urn: string): string | undefined {
  return /(?:::|\$)pulumi:providers:([^:$]+)::/.exec(urn)?.[1];
}

/** Whether the URN is that of a default provider, which is configured by the stack's configuration. */
export function isDefaultProvider(urn: string): boolean {
  return urn.includes(`::${providerType("")}`) && /::default(_[\w]+)?$/.test(urn);
}

export function sameEdges(some: readonly NamedEdge[], others: readonly NamedEdge[]): boolean {
  const [one, other] = [some, others].map((edges) => new Set(edges.map(keyOf)));
  return one!.size === other!.size && [...one!].every((key) => other!.has(key));
}

function distinct(edges: readonly NamedEdge[]): readonly NamedEdge[] {
  return [...new Map(edges.map((edge) => [keyOf(edge), edge])).values()];
}

function keyOf({ kind, to, field = "" }: NamedEdge): string {
  return `${kind} ${field} ${to}`;
}
