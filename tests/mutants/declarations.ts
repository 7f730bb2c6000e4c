import { isNode, nameOf, stringOf, walkSyntax, type SyntaxNode } from "../support/syntax.js";

/**
 * The declarations in a file that a path names: `decide`, `Stack.apply`, `Stack.#open`, `table.key`. Its first name is one
 * of the top level; each further name is a member, a property, a function or a variable anywhere inside the one before.
 * There may be several of one name: overloads, a getter and its setter.
 */
export function declarationsOf(program: SyntaxNode, path: string): readonly SyntaxNode[] {
  const [first, ...rest] = path.split(".");
  const topLevel = statementsOf(program).flatMap((statement) => namedBy(statement, first!));
  return rest.reduce(
    (outer, name) => [...new Set(outer.flatMap((node) => namedWithin(node, name)))],
    topLevel,
  );
}

function statementsOf(program: SyntaxNode): readonly SyntaxNode[] {
  const statements = program["body"] as readonly SyntaxNode[];
  return statements.map((each) => (isNode(each["declaration"]) ? each["declaration"] : each));
}

function namedWithin(outer: SyntaxNode, name: string): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  walkSyntax(outer, (node, { inType }) => {
    if (node !== outer && !inType) found.push(...namedBy(node, name));
  });
  return found;
}

/** The node if it declares this name: with all of its statement, where it is alone in that. */
function namedBy(node: SyntaxNode, name: string): readonly SyntaxNode[] {
  if (node.type === "VariableDeclaration") {
    const declarators = node["declarations"] as readonly SyntaxNode[];
    const named = declarators.filter((each) => nameOf(each["id"]) === name);
    return declarators.length === 1 ? named.map(() => node) : named;
  }
  const declared = declaring[node.type];
  return declared !== undefined && nameIn(node[declared]) === name && node["computed"] !== true ? [node] : [];
}

/** By the type of a node, the property that holds its name. */
const declaring: Readonly<Record<string, string>> = {
  FunctionDeclaration: "id",
  ClassDeclaration: "id",
  TSEnumDeclaration: "id",
  MethodDefinition: "key",
  PropertyDefinition: "key",
  Property: "key",
};

function nameIn(node: unknown): string | undefined {
  if (isNode(node) && node.type === "PrivateIdentifier") return `#${node["name"] as string}`;
  return nameOf(node) ?? stringOf(node);
}
