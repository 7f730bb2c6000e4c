import type { AnyNode, Expression, NewExpression, Node } from "acorn";
import type { Instruments } from "./instruments.js";
import { isPlainPath, literalText, type ClassNode, type NodePath } from "./syntax-tree.js";

/** Makes a `new` announce its position right before the constructor runs. */
export function insertSiteCall(place: NodePath<NewExpression>, instruments: Instruments): void {
  const { node } = place;
  const origin = instruments.origin.place(node.start);
  if (origin === undefined) return;
  const { name = "", key } = bindingOf(place, instruments) ?? {};
  const around = classAround(place);
  const className = around === undefined ? "" : (nameOfClass(around, instruments) ?? "");
  const index = instruments.sites.push([origin.file, origin.line, origin.column, className, name]) - 1;
  const at = `, ${index}${key === undefined ? "" : `, ${key}`})`;
  if (isPlainPath(node.callee)) announceBehindArguments(node, at, instruments);
  else constructByCall(node, at, instruments);
}

function announceBehindArguments(node: NewExpression, at: string, instruments: Instruments): void {
  const { splice, names } = instruments;
  const target = instruments.textOf(node.callee);
  const last = node.arguments.at(-1);
  const none = `...${names.none}(${target}${at}`;
  if (last === undefined) splice.insert(node.end - 1, none);
  else if (last.type === "SpreadElement") splice.wrap(last, "", `, ${none}`);
  else if (last.type === "SequenceExpression") splice.wrap(last, `${names.last}(${target}, (`, `)${at}`);
  else splice.wrap(last, `${names.last}(${target}, `, at);
}

/**
 * Replaces `new (choose())(a)` by `construct((choose()), [a], …)`: the class is evaluated once, before the arguments.
 */
function constructByCall(node: NewExpression, at: string, instruments: Instruments): void {
  const { splice, names } = instruments;
  const open = instruments.find("(", node.callee.end);
  splice.replace({ start: node.start, end: node.start + "new".length }, `${names.construct}(`);
  splice.replace({ start: open, end: open + 1 }, ", [");
  splice.replace({ start: node.end - 1, end: node.end }, `]${at}`);
}

interface Binding {
  readonly name?: string;
  /** The text of an expression whose value is the name. Evaluating it again has no side effect. */
  readonly key?: string;
}

/** Returns the variable, property or field that the value of the expression is assigned to. */
function bindingOf(place: NodePath, instruments: Instruments): Binding | undefined {
  let { parent, key } = place;
  while (parent !== undefined && passesOn(parent.node, key, place)) ({ parent, key } = parent);
  if (parent === undefined) return undefined;
  const { node } = parent;
  const isReceived = key === "init" || key === "right" || key === "value";
  if (!isReceived) return undefined;
  switch (node.type) {
    case "VariableDeclarator":
      return variable(node.id, instruments);
    case "AssignmentPattern":
      return variable(node.left, instruments);
    case "AssignmentExpression":
      return node.left.type === "MemberExpression"
        ? property(node.left.property, node.left.computed, instruments)
        : variable(node.left, instruments);
    case "Property":
    case "PropertyDefinition":
      return property(node.key, node.computed, instruments);
    default:
      return undefined;
  }
}

/** True if the value of the part is, or may be, the value of the whole. */
function passesOn(node: AnyNode, key: string, { node: allocated }: NodePath): boolean {
  switch (node.type) {
    case "ConditionalExpression":
      return key !== "test";
    case "LogicalExpression":
    case "AwaitExpression":
      return true;
    case "SequenceExpression":
      return node.end === allocated.end;
    default:
      return false;
  }
}

function variable(node: AnyNode, { origin }: Instruments): Binding | undefined {
  const name = node.type === "Identifier" ? origin.nameAt(node.start) : undefined;
  return name === undefined ? undefined : { name };
}

function property(key: AnyNode, computed: boolean, instruments: Instruments): Binding | undefined {
  const text = literalText(key);
  if (text !== undefined) return { name: text };
  if (computed) return isPlainPath(key) ? { key: instruments.textOf(key) } : undefined;
  return key.type === "Identifier" || key.type === "PrivateIdentifier" ? { name: key.name } : undefined;
}

function classAround(place: NodePath): NodePath<ClassNode> | undefined {
  for (let { parent } = place; parent !== undefined; { parent } = parent) {
    if (parent.node.type === "ClassBody") return parent.parent as NodePath<ClassNode>;
  }
  return undefined;
}

/**
 * Returns the name that the author gave a class. The compiler keeps it in a block of the class, because it may rename
 * the class. In code that was not compiled, a class without a name gets the name that the language assigns.
 */
function nameOfClass(place: NodePath<ClassNode>, instruments: Instruments): string | undefined {
  const { node } = place;
  for (const member of node.body.body) {
    const [statement] = member.type === "StaticBlock" ? member.body : [];
    const kept = statement?.type === "ExpressionStatement" ? keptName(statement.expression) : undefined;
    if (kept !== undefined) return kept;
  }
  return node.id ? instruments.origin.nameAt((node.id as Node).start) : inferredName(place, instruments);
}

function inferredName({ parent, key }: NodePath<ClassNode>, instruments: Instruments): string | undefined {
  const node = parent?.node;
  switch (node?.type) {
    case "ExportDefaultDeclaration":
      return "default";
    case "VariableDeclarator":
      return variable(node.id, instruments)?.name;
    case "AssignmentPattern":
      // The compiler leaves classes of parameters unnamed.
      if (parent!.key === "params") return undefined;
      return variable(node.left, instruments)?.name;
    case "AssignmentExpression":
      return key === "right" ? variable(node.left, instruments)?.name : undefined;
    case "Property":
    case "PropertyDefinition":
      return key === "value" ? property(node.key, node.computed, instruments)?.name : undefined;
    default:
      return undefined;
  }
}

function keptName(expression: Expression): string | undefined {
  if (expression.type !== "CallExpression" || expression.callee.type !== "Identifier") return undefined;
  const [target, name] = expression.arguments;
  const isKept = expression.callee.name.startsWith("__name") && target?.type === "ThisExpression";
  return isKept && name !== undefined ? literalText(name) : undefined;
}

/** Gives a class that may extend `Resource` directly its type, before anything else of the class runs. */
export function insertTypeDeclaration(place: NodePath<ClassNode>, instruments: Instruments): void {
  const { node } = place;
  const name = nameOfClass(place, instruments);
  const origin = instruments.origin.place(node.start);
  if (!node.superClass || name === undefined || origin === undefined) return;
  const type = JSON.stringify(`${instruments.files[origin.file]!.typePrefix}:${typeName(name)}`);
  instruments.splice.insert(node.body.start + 1, ` static { ${instruments.names.declare}(this, ${type}); }`);
}

/** Returns a valid type name: class names may contain characters that type names may not. */
function typeName(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{Nd}_]/gu, "_");
  return /^\p{L}/u.test(plain) ? plain : `C${plain}`;
}
