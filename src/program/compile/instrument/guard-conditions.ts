import type { AnyNode, AssignmentExpression, BinaryExpression, Expression, MemberExpression } from "acorn";
import type { Construct } from "../../../sdk/internal.js";
import type { Instruments } from "./instruments.js";
import { isPlainPath } from "./syntax-tree.js";

/** Guards the operands that a node tests, compares, awaits or iterates. */
export function guardConditions(node: AnyNode, instruments: Instruments): void {
  const guard = (expression: Expression | null | undefined, construct: Construct) => {
    if (expression) guardExpression(expression, construct, instruments);
  };
  switch (node.type) {
    case "IfStatement":
      return guard(node.test, "if");
    case "ConditionalExpression":
      return guard(node.test, "?:");
    case "WhileStatement":
      return guard(node.test, "while");
    case "DoWhileStatement":
      return guard(node.test, "do");
    case "ForStatement":
      return guard(node.test, "for");
    case "LogicalExpression":
      return node.operator === "??" ? undefined : guard(node.left, node.operator);
    case "UnaryExpression":
      return node.operator === "!" ? guard(node.argument, "!") : undefined;
    case "SwitchStatement":
      return guard(node.discriminant, "switch");
    case "SwitchCase":
      return guard(node.test, "case");
    case "AwaitExpression":
      return guard(node.argument, "await");
    case "SpreadElement":
      return guard(node.argument, "spread");
    case "ForOfStatement":
      return guard(node.right, node.await ? "for await…of" : "for…of");
    case "BinaryExpression":
      return isDecided(node) ? undefined : guardComparison(node, instruments);
    case "AssignmentExpression":
      return node.operator === "||=" || node.operator === "&&="
        ? guardLogicalAssignment(node, node.operator, instruments)
        : undefined;
  }
}

/**
 * Guards the sources of an expression's value, as deep as exactly one of several alternatives supplies it. Errors then
 * point at the parts that the author can recognize.
 */
export function guardExpression(
  expression: Expression,
  construct: Construct,
  instruments: Instruments,
): void {
  const waiting = [expression];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    switch (part.type) {
      case "LogicalExpression":
        // The left side of && and || is guarded on its own.
        waiting.push(part.right, ...(part.operator === "??" ? [part.left] : []));
        break;
      case "ConditionalExpression":
        waiting.push(part.consequent, part.alternate);
        break;
      case "SequenceExpression":
        waiting.push(part.expressions.at(-1)!);
        break;
      case "Identifier":
      case "MemberExpression":
      case "CallExpression":
      case "ChainExpression":
      case "AwaitExpression":
      case "YieldExpression":
      case "TaggedTemplateExpression":
      case "AssignmentExpression":
        instruments.guard(part, construct);
        break;
      default:
      // A literal, a function, a new object or the result of an operator is never an Output.
    }
  }
}

type Comparison = Extract<Construct, "==" | "!=" | "===" | "!==" | "<" | ">" | "<=" | ">=">;

const equalities = new Set<string>(["==", "!=", "===", "!=="]);
const orders = new Set<string>(["<", ">", "<=", ">="]);

/** True for no comparison, or a comparison with null or undefined: the presence of an Output is known. */
function isDecided({ operator, left, right }: BinaryExpression): boolean {
  if (orders.has(operator)) return false;
  return !equalities.has(operator) || isNothing(left) || isNothing(right);
}

function guardComparison({ left, right, operator }: BinaryExpression, instruments: Instruments): void {
  if (left.type !== "PrivateIdentifier") guardExpression(left, operator as Comparison, instruments);
  guardExpression(right, operator as Comparison, instruments);
}

export function isNothing(node: AnyNode): boolean {
  if (node.type === "Literal") return node.raw === "null";
  if (node.type === "UnaryExpression") return node.operator === "void";
  return node.type === "Identifier" && node.name === "undefined";
}

/** Guards `a ||= b`, which tests the old value of `a` at a place where only an assignment target is allowed. */
function guardLogicalAssignment(
  node: AssignmentExpression,
  operator: "||=" | "&&=",
  instruments: Instruments,
): void {
  const { left } = node;
  if (left.type === "Identifier" || (left.type === "MemberExpression" && isRepeatable(left))) {
    const guarded = instruments.guarded(left, operator);
    if (guarded === undefined) return;
    const target = instruments.textOf(left);
    const end = instruments.find(operator, left.end) + operator.length;
    instruments.splice.replace({ start: left.start, end }, `${guarded} ${operator.slice(0, 2)} (${target} =`);
    instruments.splice.wrap(node, "", ")");
  } else if (left.type === "MemberExpression" && left.object.type !== "Super") {
    guardOwner(left, operator, instruments);
  }
}

/** True if evaluating the expression again has no side effect. */
function isRepeatable({ object, property, computed }: MemberExpression): boolean {
  const isPlainKey = !computed || property.type === "Identifier" || property.type === "Literal";
  return isPlainPath(object) && isPlainKey;
}

/** Guards `f().a[g()] ||= b`: a function evaluates object and key once and tests the old value. */
function guardOwner(left: MemberExpression, construct: Construct, instruments: Instruments): void {
  const { object, property, computed } = left;
  if (property.type === "PrivateIdentifier") return;
  const index = instruments.conditionAt(left, construct);
  if (index === undefined) return;
  const { splice, names } = instruments;
  const end = `, ${index})[${names.key}()]`;
  splice.wrap(left, `${names.owner}(`, "");
  if (computed) {
    const start = instruments.find("[", object.end);
    splice.replace({ start, end: start + 1 }, ", (");
    splice.replace({ start: left.end - 1, end: left.end }, `)${end}`);
  } else {
    const start = instruments.find(".", object.end);
    splice.replace({ start, end: left.end }, `, ${JSON.stringify(instruments.textOf(property))}${end}`);
  }
}
