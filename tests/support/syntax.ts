import { parseSync } from "vite";

/** A node of the syntax tree (ESTree with TypeScript), as far as a reader of it must know it. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export interface Comment {
  readonly value: string;
  readonly start: number;
}

/** Where a node stands: in which property of which parent, and whether only types are looked at there. */
export interface Place {
  readonly parent?: SyntaxNode;
  readonly key?: string;
  readonly inType: boolean;
}

export interface Syntax {
  readonly program: SyntaxNode;
  readonly comments: readonly Comment[];
  lineOf(offset: number): number;
}

export function parseSyntax(path: string, text: string): Syntax {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  return {
    program: program as unknown as SyntaxNode,
    comments,
    lineOf: (offset) => countLines(text.slice(0, offset)),
  };
}

/** Calls `visit` for every node, parents first. */
export function walkSyntax(
  node: SyntaxNode,
  visit: (node: SyntaxNode, place: Place) => void,
  place: Place = { inType: false },
) {
  visit(node, place);
  for (const [key, child] of Object.entries(node)) {
    const inType = place.inType || typeKeys.has(key) || typeDeclarations.has(node.type);
    for (const each of Array.isArray(child) ? child : [child]) {
      if (isNode(each)) walkSyntax(each, visit, { parent: node, key, inType });
    }
  }
}

/** The text of a string literal, or undefined for any other node. */
export function stringOf(node: unknown): string | undefined {
  return isNode(node) && node.type === "Literal" && typeof node["value"] === "string"
    ? node["value"]
    : undefined;
}

/** The name of an identifier, or undefined for any other node. */
export function nameOf(node: unknown): string | undefined {
  return isNode(node) && node.type === "Identifier" ? (node["name"] as string) : undefined;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && typeof (value as SyntaxNode).type === "string";
}

export function countLines(text: string): number {
  return text.split("\n").length;
}

const typeKeys = new Set(
  "typeAnnotation typeArguments superTypeArguments typeParameters returnType implements".split(" "),
);
const typeDeclarations = new Set(["TSTypeAliasDeclaration", "TSInterfaceDeclaration"]);
