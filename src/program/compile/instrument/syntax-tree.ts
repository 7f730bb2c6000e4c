import { createRequire } from "node:module";
import type { AnyNode, MemberExpression, Program } from "acorn";

/** A node with the way that leads to it. */
export interface NodePath<N extends AnyNode = AnyNode> {
  readonly node: N;
  readonly key: string;
  readonly parent: NodePath | undefined;
}

export type ClassNode = Extract<AnyNode, { readonly type: "ClassDeclaration" | "ClassExpression" }>;

/** Every node from the root on, in the order of the text, parents before children. Deep trees do not deepen the stack. */
export function* nodePaths(root: AnyNode): Generator<NodePath> {
  const waiting: NodePath[] = [{ node: root, key: "", parent: undefined }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    yield place;
    const parent = place;
    const children = Object.entries(place.node).flatMap(([key, child]: [string, unknown]) =>
      (Array.isArray(child) ? child : [child]).filter(isNode).map((node) => ({ node, key, parent })),
    );
    waiting.push(...children.sort((a, b) => b.node.start - a.node.start));
  }
}

/** The nodes right below one. */
export function nodesIn(node: AnyNode): AnyNode[] {
  return Object.values(node).flatMap((child: unknown) =>
    (Array.isArray(child) ? child : [child]).filter(isNode),
  );
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

/** `a`, `a.b` or `a["b"]` as its names; undefined for what is more than names. */
export function pathOf(node: AnyNode): readonly string[] | undefined {
  const names: string[] = [];
  let part = node;
  while (part.type === "MemberExpression") {
    const name = nameOf(part);
    if (name === undefined) return undefined;
    names.unshift(name);
    part = part.object;
  }
  return part.type === "Identifier" ? [part.name, ...names] : undefined;
}

/** The name of the property, where it is written out. */
export function nameOf({ property, computed }: MemberExpression): string | undefined {
  if (computed) return literalText(property);
  return property.type === "Identifier" ? property.name : undefined;
}

/** Throws a SyntaxError. The parser is loaded with the first text that is parsed, and at once: Node waits for it. */
export function parseText(text: string, format: "module" | "commonjs"): Program {
  const { parse } = createRequire(import.meta.url)("acorn") as typeof import("acorn");
  return parse(text, { ecmaVersion: "latest", sourceType: format, allowHashBang: true });
}
