import type { AnyNode } from "acorn";

/** A node with the way that leads to it. */
export interface Place<N extends AnyNode = AnyNode> {
  readonly node: N;
  readonly key: string;
  readonly parent: Place | undefined;
}

export type ClassNode = Extract<AnyNode, { readonly type: "ClassDeclaration" | "ClassExpression" }>;

/** Every node from the root on, in the order of the text, parents before children. Deep trees do not deepen the stack. */
export function* places(root: AnyNode): Generator<Place> {
  const waiting: Place[] = [{ node: root, key: "", parent: undefined }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    yield place;
    const parent = place;
    const children = Object.entries(place.node).flatMap(([key, child]: [string, unknown]) =>
      (Array.isArray(child) ? child : [child]).filter(isNode).map((node) => ({ node, key, parent })),
    );
    waiting.push(...children.sort((a, b) => b.node.start - a.node.start));
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && typeof (value as AnyNode).type === "string";
}

/** A constant that is written as one: text, a number, null, true. */
export function literalText(node: AnyNode): string | undefined {
  return node.type === "Literal" && (typeof node.value === "string" || typeof node.value === "number")
    ? `${node.value}`
    : undefined;
}

/** `a` or `a.b.c`: can be evaluated once more without doing anything. */
export function isPlainPath(node: AnyNode): boolean {
  let part: AnyNode = node;
  while (part.type === "MemberExpression" && !part.computed && !part.optional) part = part.object;
  return part.type === "Identifier" || part.type === "ThisExpression";
}
