import { operandsOf, type Expression, type Registration, type ResourceHandle } from "../../model/index.js";

/** The properties of other resources that the inputs of one are made from. */
export type PropertyReads = (field: string, of: ResourceHandle) => readonly string[] | undefined;

/**
 * What can be seen of it without running anything: what a callback reads besides what it is given is not. Looked
 * up field by field, and given up where a field is made from very much.
 */
export function propertyReads({ inputs }: Registration): PropertyReads {
  let fields: Map<string, ReadonlyMap<ResourceHandle, ReadonlySet<string>>> | undefined;
  return (field, of) => {
    if (inputs.kind !== "object") return undefined;
    const expression = inputs.values[inputs.keys.indexOf(field)];
    if (expression === undefined) return undefined;
    fields ??= new Map();
    const reads = fields.get(field) ?? readsIn(expression);
    fields.set(field, reads);
    const found = reads.get(of);
    return found && [...found];
  };
}

const mostExpressions = 1_000;

function readsIn(root: Expression): ReadonlyMap<ResourceHandle, ReadonlySet<string>> {
  const reads = new Map<ResourceHandle, Set<string>>();
  const seen = new Set([root]);
  for (const expression of seen) {
    if (seen.size > mostExpressions) return new Map();
    const name = readBy(expression);
    if (name !== undefined) {
      const { resource } = expression as Extract<Expression, { readonly resource: ResourceHandle }>;
      reads.set(resource, (reads.get(resource) ?? new Set()).add(name));
    }
    for (const operand of operandsOf(expression)) seen.add(operand);
  }
  return reads;
}

/** A resource that stands for itself is read for its id; a component has none. */
function readBy(expression: Expression): string | undefined {
  if (expression.kind === "property") return expression.name;
  if (expression.kind !== "reference") return undefined;
  return expression.resource.kind === "component" ? "urn" : "id";
}
