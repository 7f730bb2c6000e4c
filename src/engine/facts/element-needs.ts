import {
  printPropertyPath,
  type ElementNeed,
  type Expression,
  type PathSegment,
  type Registration,
  type ResourceHandle,
} from "../../model/index.js";
import type { Dependencies } from "../../program/index.js";
import { fieldOf, readsIn } from "./property-reads.js";

/** Returns the elements of a field that depend on another resource; undefined for a field that is a single value. */
export type ElementNeeds = (field: string, of: ResourceHandle) => readonly ElementNeed[] | undefined;

/**
 * Looks into maps and lists that the program writes as literals, not into the value of an Output or a secret.
 * `dependenciesOf` returns the resources that the value of an element comes from.
 */
export function elementNeeds(
  { inputs }: Registration,
  dependenciesOf: (element: Expression) => Dependencies,
): ElementNeeds {
  const fields = new Map<string, readonly Element[]>();
  return (field, of) => {
    const expression = fieldOf(inputs, field);
    if (expression === undefined || !hasElements(expression)) return undefined;
    const elements = fields.get(field) ?? elementsOf(expression, [field]);
    fields.set(field, elements);
    return elements
      .filter((element) => dependenciesOf(element.expression).has(of))
      .map(({ path, expression: element }) => {
        const reads = readsIn(element).get(of);
        return { path: printPropertyPath(path), reads: reads && [...reads] };
      });
  };
}

interface Element {
  readonly path: readonly PathSegment[];
  readonly expression: Expression;
}

function elementsOf(root: Expression, at: readonly PathSegment[]): readonly Element[] {
  const elements: Element[] = [];
  const rest: Element[] = [{ path: at, expression: root }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { path, expression } = next;
    if (!hasElements(expression)) {
      if (expression.kind !== "constant") elements.push(next);
      continue;
    }
    const [keys, values] =
      expression.kind === "object"
        ? [expression.keys, expression.values]
        : [[...expression.items.keys()], expression.items];
    values.forEach((value, index) => rest.push({ path: [...path, keys[index]!], expression: value }));
  }
  return elements.toReversed();
}

type Compound = Extract<Expression, { readonly kind: "array" | "object" }>;

function hasElements(expression: Expression): expression is Compound {
  return expression.kind === "array" || expression.kind === "object";
}
