import { operandsOf, type Expression, type Registration } from "../../model/index.js";

/**
 * Says of resources whether their inputs are made from outputs of another stack, which may move between a plan and
 * its apply. What a callback asks for itself is not seen.
 */
export function otherStackReader(): (registration: Registration) => boolean {
  const clean = new Set<Expression>();
  return ({ inputs, externalId }) => {
    const seen = new Set([inputs, ...(externalId === undefined ? [] : [externalId])]);
    for (const expression of seen) {
      if (expression.kind === "ask" && expression.question.kind === "stack-outputs") return true;
      for (const operand of operandsOf(expression)) if (!clean.has(operand)) seen.add(operand);
    }
    for (const expression of seen) clean.add(expression);
    return false;
  };
}
