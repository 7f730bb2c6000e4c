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
 * Guards calls whose result depends on their arguments: functions of the language and of Node, which run immediately
 * and do not know Outputs, and methods of collections that search, compare or call a predicate.
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

/** Guards a function of the language. Returns false if it is not one that is guarded. */
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

/** Guards an argument of a function of Node. These functions also read lists that they are given. */
function guardNodeArgument(argument: Argument, construct: Construct, instruments: Instruments): void {
  if (argument.type === "SpreadElement") instruments.watch(argument.argument, "each", construct);
  else if (!plainArguments.has(argument.type)) instruments.watch(argument, "given", construct);
}

/** Functions that must be given neither Outputs nor lists of them. */
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
 * Replaces `list.includes(a)` by `method((list), "includes", …)(a)`, because the method is known only at run time.
 * `list?.includes(a)` becomes `method((list), …)?.(a)`, which is undefined if the list is nullish.
 */
function guardMethod(node: CallExpression, callee: MemberExpression, instruments: Instruments): void {
  const name = nameOf(callee);
  const { object, optional } = callee;
  const [first] = node.arguments;
  if (name === undefined || !isWatchedMethod(name) || first === undefined || object.type === "Super") return;
  // If something further left is missing, the chain ends there. Only the language itself can detect that.
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

/** True if a `?.` further left may end the chain that the node is part of. */
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
