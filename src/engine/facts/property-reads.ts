import {
  operandsOf,
  printPropertyPath,
  type Expression,
  type PathSegment,
  type Registration,
  type ResourceHandle,
} from "../../model/index.js";

/** Returns the property paths of a resource that an input of another resource, or a stack output, is made from. */
export type PropertyReads = (field: string, of: ResourceHandle) => readonly string[] | undefined;

/**
 * Finds property reads without running anything, so it misses properties that a callback reads on its own. Looks up
 * field by field, and gives up on a field with very many sources.
 */
export function propertyReads({ inputs }: Pick<Registration, "inputs">): PropertyReads {
  let fields: Map<string, Reads> | undefined;
  return (field, of) => {
    const expression = fieldOf(inputs, field);
    if (expression === undefined) return undefined;
    fields ??= new Map();
    const reads = fields.get(field) ?? readsIn(expression);
    fields.set(field, reads);
    const found = reads.get(of);
    return found && [...found];
  };
}

export function fieldOf(inputs: Expression, field: string): Expression | undefined {
  return inputs.kind === "object" ? inputs.values[inputs.keys.indexOf(field)] : undefined;
}

type Reads = ReadonlyMap<ResourceHandle, ReadonlySet<string>>;

const mostExpressions = 1_000;

export function readsIn(root: Expression): Reads {
  // Most fields that depend on a resource are a single property of it.
  if (root.kind === "property") return new Map([[root.resource, new Set([printPropertyPath([root.name])])]]);
  const reads = new Map<ResourceHandle, Set<string>>();
  const seen = new Set<Expression>([root]);
  for (const expression of seen) {
    if (seen.size > mostExpressions) return new Map();
    const read = readBy(expression);
    if (read === undefined) for (const operand of operandsOf(expression)) seen.add(operand);
    else reads.set(read.resource, (reads.get(read.resource) ?? new Set()).add(read.path));
  }
  return reads;
}

interface Read {
  readonly resource: ResourceHandle;
  readonly path: string;
}

function readBy(expression: Expression): Read | undefined {
  const keys: string[] = [];
  let from = expression;
  for (; from.kind === "get"; from = from.from) keys.push(from.key);
  if (from.kind === "property") {
    const path: PathSegment[] = [from.name, ...keys.toReversed().map(segmentOf)];
    return { resource: from.resource, path: printPropertyPath(path) };
  }
  if (from.kind !== "reference" || keys.length > 0) return undefined;
  // A resource used as a value is read for its id; a component has no id.
  return { resource: from.resource, path: from.resource.kind === "component" ? "urn" : "id" };
}

/** Returns the path segment of a key. Keys of Outputs are strings, even for list indexes. */
function segmentOf(key: string): PathSegment {
  return /^(0|[1-9]\d{0,8})$/.test(key) ? Number(key) : key;
}
