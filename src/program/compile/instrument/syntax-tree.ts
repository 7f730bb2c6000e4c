import { createRequire } from "node:module";
import type { AnyNode, MemberExpression, Program } from "acorn";

/** A node with its ancestors. */
export interface NodePath<N extends AnyNode = AnyNode> {
  readonly node: N;
  readonly key: string;
  readonly parent: NodePath | undefined;
}

export type ClassNode = Extract<AnyNode, { readonly type: "ClassDeclaration" | "ClassExpression" }>;

/**
 * Yields every node in the order of the text, parents before children. Iterative: deep trees do not overflow the stack.
 */
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

/** Returns the direct children of a node. */
export function nodesIn(node: AnyNode): AnyNode[] {
  return Object.values(node).flatMap((child: unknown) =>
    (Array.isArray(child) ? child : [child]).filter(isNode),
  );
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && typeof (value as AnyNode).type === "string";
}

/** Returns the text of a string or number literal. */
export function literalText(node: AnyNode): string | undefined {
  return node.type === "Literal" && (typeof node.value === "string" || typeof node.value === "number")
    ? `${node.value}`
    : undefined;
}

/** True for `a` or `a.b.c`, which can be evaluated again without side effects. */
export function isPlainPath(node: AnyNode): boolean {
  let part: AnyNode = node;
  while (part.type === "MemberExpression" && !part.computed && !part.optional) part = part.object;
  return part.type === "Identifier" || part.type === "ThisExpression";
}

/** Returns `a`, `a.b` or `a["b"]` as a list of names, or undefined for any other expression. */
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

/** Returns the name of the property if it is written out. */
export function nameOf({ property, computed }: MemberExpression): string | undefined {
  if (computed) return literalText(property);
  return property.type === "Identifier" ? property.name : undefined;
}

/**
 * Parses a text, or throws a SyntaxError. The parser is loaded synchronously with the first text, because Node waits
 * for it.
 */
export function parseText(text: string, format: "module" | "commonjs"): Program {
  const { parse } = createRequire(import.meta.url)("acorn") as typeof import("acorn");
  return parse(text, { ecmaVersion: "latest", sourceType: format, allowHashBang: true });
}
