import type { AnyNode, ObjectPattern, Pattern } from "acorn";
import { literalText, nodesIn, type NodePath } from "./syntax-tree.js";

/** The declaration of a name. */
export interface Declaration {
  /** The identifier of a variable or parameter, else the function, class or import. */
  readonly node: AnyNode;
  /** The initial value of a variable. */
  readonly init?: AnyNode | null | undefined;
  /** The property of `init` that the variable is bound to, in `const { key: name } = init`. */
  readonly key?: string | undefined;
}

/** Finds the declarations of names by the scoping rules of the language, from the inside out. */
export class Declarations {
  readonly #scopes = new WeakMap<AnyNode, ReadonlyMap<string, Declaration>>();

  /** Returns the declaration of a name, or undefined for a global. */
  of(name: string, place: NodePath): Declaration | undefined {
    for (let around: NodePath | undefined = place; around !== undefined; around = around.parent) {
      if (!scopes.has(around.node.type)) continue;
      const found = this.#in(around.node).get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #in(scope: AnyNode): ReadonlyMap<string, Declaration> {
    let found = this.#scopes.get(scope);
    if (found === undefined) {
      found = declaredIn(scope);
      this.#scopes.set(scope, found);
    }
    return found;
  }
}

const functions = new Set<string>([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "StaticBlock",
]);

const scopes = new Set<string>([
  ...functions,
  "Program",
  "BlockStatement",
  "SwitchStatement",
  "ForStatement",
  "ForInStatement",
  "ForOfStatement",
  "CatchClause",
  "ClassExpression",
  "ClassDeclaration",
]);

function declaredIn(scope: AnyNode): ReadonlyMap<string, Declaration> {
  const found = new Map<string, Declaration>();
  const add = (name: string, declaration: Declaration) => void found.set(name, declaration);
  if (functions.has(scope.type) || scope.type === "Program") addVariables(scope, add);
  switch (scope.type) {
    case "FunctionExpression":
    case "FunctionDeclaration":
    case "ArrowFunctionExpression":
      if (scope.type === "FunctionExpression" && scope.id) add(scope.id.name, { node: scope });
      for (const parameter of scope.params) addPattern(parameter, undefined, add);
      break;
    case "ClassExpression":
    case "ClassDeclaration":
      if (scope.id) add(scope.id.name, { node: scope });
      break;
    case "CatchClause":
      if (scope.param) addPattern(scope.param, undefined, add);
      break;
    case "ForStatement":
      if (scope.init) addStatement(scope.init, add);
      break;
    case "ForInStatement":
    case "ForOfStatement":
      addStatement(scope.left, add);
      break;
    case "SwitchStatement":
      for (const each of scope.cases) for (const statement of each.consequent) addStatement(statement, add);
      break;
    case "Program":
    case "BlockStatement":
    case "StaticBlock":
      for (const statement of scope.body) addStatement(statement, add);
  }
  return found;
}

type Add = (name: string, declaration: Declaration) => void;

/** Adds the names that a statement declares in its block. */
function addStatement(statement: AnyNode, add: Add): void {
  switch (statement.type) {
    case "VariableDeclaration":
      for (const { id, init } of statement.declarations) addPattern(id, init, add);
      break;
    case "FunctionDeclaration":
    case "ClassDeclaration":
      if (statement.id) add(statement.id.name, { node: statement });
      break;
    case "ImportDeclaration":
      for (const { local } of statement.specifiers) add(local.name, { node: statement });
      break;
    case "ExportNamedDeclaration":
    case "ExportDefaultDeclaration":
      if (statement.declaration) addStatement(statement.declaration, add);
  }
}

/** Adds `var` declarations. A `var` belongs to the function around it, however deeply it is nested in blocks. */
function addVariables(scope: AnyNode, add: Add): void {
  const waiting = nodesIn(scope);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (functions.has(node.type)) continue;
    if (node.type === "VariableDeclaration" && node.kind === "var") addStatement(node, add);
    waiting.push(...nodesIn(node));
  }
}

function addPattern(pattern: Pattern, init: AnyNode | null | undefined, add: Add, key?: string): void {
  switch (pattern.type) {
    case "Identifier":
      return add(pattern.name, { node: pattern, init, key });
    case "AssignmentPattern":
      return addPattern(pattern.left, init, add, key);
    case "RestElement":
      return addPattern(pattern.argument, undefined, add);
    case "ArrayPattern":
      for (const element of pattern.elements) if (element) addPattern(element, undefined, add);
      return;
    case "ObjectPattern":
      for (const property of pattern.properties)
        addProperty(property, key === undefined ? init : undefined, add);
  }
}

function addProperty(
  property: ObjectPattern["properties"][number],
  init: AnyNode | null | undefined,
  add: Add,
): void {
  if (property.type === "RestElement") return addPattern(property, undefined, add);
  const { key, computed, value } = property;
  const name = key.type === "Identifier" && !computed ? key.name : literalText(key);
  addPattern(value, name === undefined ? undefined : init, add, name);
}
