import type {
  AnyNode,
  CallExpression,
  Expression,
  MemberExpression,
  NewExpression,
  SpreadElement,
} from "acorn";
import { isWatchedMethod, type Construct } from "../../../sdk/internal.js";
import type { Declarations } from "./declarations.js";
import { guardExpression, isNothing } from "./guard-conditions.js";
import type { Instruments } from "./instruments.js";
import { nodeFunction } from "./node-functions.js";
import { isPlainPath, nameOf, pathOf, type NodePath } from "./syntax-tree.js";

type CallNode = CallExpression | NewExpression;
type Argument = Expression | SpreadElement;

/**
 * Watches calls that decide by what they are given: functions of the language and of Node, which answer at once and know
 * nothing of Outputs, and methods of collections that search, compare or ask a predicate.
 */
export function guardCall(
  place: NodePath<CallNode>,
  instruments: Instruments,
  declarations: Declarations,
): void {
  const { node } = place;
  const path = pathOf(node.callee);
  const declared = path && declarations.of(path[0]!, place);
  if (path !== undefined && declared === undefined && guardGlobal(path, node, instruments)) return;
  const ofNode = path && declared && nodeFunction(path, declared, place, declarations);
  if (ofNode !== undefined) {
    for (const argument of node.arguments) guardNodeArgument(argument, `node ${ofNode}`, instruments);
  } else if (node.type === "CallExpression" && node.callee.type === "MemberExpression") {
    guardMethod(node, node.callee, instruments);
  }
}

/** Whether it is a function of the language that is watched. */
function guardGlobal(path: readonly string[], node: CallNode, instruments: Instruments): boolean {
  const name = (path[0] === "globalThis" ? path.slice(1) : path).join(".");
  const [first, second] = node.arguments;
  switch (name) {
    case "Boolean":
    case "console.assert":
    case "Number.isInteger":
    case "Number.isSafeInteger":
    case "Number.isFinite":
    case "Number.isNaN":
      guard(first, name, instruments);
      return true;
    case "Object.is":
      if (first === undefined || second === undefined || isNothing(first) || isNothing(second)) return true;
      guard(first, name, instruments);
      guard(second, name, instruments);
      return true;
    case "Array":
      if (second === undefined) guard(first, "new Array", instruments);
      return true;
    case "Array.from":
      if (first !== undefined) instruments.watch(first, "length", "Array.from");
      if (second !== undefined) instruments.watch(second, "mapping", "predicate Array.from");
      return true;
    default:
      return false;
  }
}

function guard(argument: Argument | undefined, construct: Construct, instruments: Instruments): void {
  if (argument !== undefined && argument.type !== "SpreadElement")
    guardExpression(argument, construct, instruments);
}

/** Functions of Node look into lists that they are given, too. */
function guardNodeArgument(argument: Argument, construct: Construct, instruments: Instruments): void {
  if (argument.type === "SpreadElement") instruments.watch(argument.argument, "each", construct);
  else if (!plainArguments.has(argument.type)) instruments.watch(argument, "given", construct);
}

/** Neither Outputs nor lists of them. */
const plainArguments = new Set<string>([
  "Literal",
  "TemplateLiteral",
  "ArrowFunctionExpression",
  "FunctionExpression",
  "ClassExpression",
  "BinaryExpression",
  "UnaryExpression",
  "ObjectExpression",
]);

/**
 * `list.includes(a)` as `method((list), "includes", …)(a)`: what the method is can be told only when the program runs.
 * `list?.includes(a)` becomes `method((list), …)?.(a)`, which is nothing where the list is nothing.
 */
function guardMethod(node: CallExpression, callee: MemberExpression, instruments: Instruments): void {
  const name = nameOf(callee);
  const { object, optional } = callee;
  const [first] = node.arguments;
  if (name === undefined || !isWatchedMethod(name) || first === undefined || object.type === "Super") return;
  // Where something further left is missing, the chain ends there: only the language itself can tell.
  if (!optional && isWithinChain(object)) return;
  const owner = isPlainPath(object) ? instruments.textOf(object) : "(intermediate value)";
  const index = instruments.conditionAt(first, `method ${name}`);
  if (index === undefined) return;
  instruments.conditionAt(object, `call ${owner}.${name}`);
  const mayBeMissing = Number(optional) + 2 * Number(node.optional);
  const { splice, names } = instruments;
  const start = instruments.findBack(callee.computed ? "[" : ".", callee.property.start);
  splice.wrap(object, `${names.method}((`, `), ${JSON.stringify(name)}, ${index}, ${mayBeMissing})`);
  const from = optional ? instruments.findBack("?.", start + 1) : start;
  splice.replace({ start: from, end: callee.end }, optional && !node.optional ? "?." : "");
}

/** Whether a `?.` further left may end the chain that the node is part of. */
function isWithinChain(node: AnyNode): boolean {
  for (let part = node; ;) {
    if (part.type === "MemberExpression") {
      if (part.optional) return true;
      part = part.object;
    } else if (part.type === "CallExpression") {
      if (part.optional) return true;
      part = part.callee;
    } else return false;
  }
}
