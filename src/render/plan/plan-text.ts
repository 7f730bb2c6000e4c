import type { Plan } from "../../model/index.js";
import { paintLines } from "../layout/index.js";
import { plainLook, type Look } from "../look.js";
import { outputLines } from "./output-lines.js";
import { heldLines, skippedLines, suggestionLines } from "./plan-sections.js";
import { planSummary } from "./plan-summary.js";
import { planTree } from "./plan-tree.js";
import { replaceOrders } from "./replace-order.js";
import { treeLines } from "./tree-lines.js";

/**
 * A plan as text: what changes and why as a tree of components, then the outputs of the stack that change, then what
 * the user may want to decide, then how much of each. What stays the same, as far as that is known, is only counted.
 */
export function planText(plan: Plan, look: Look = plainLook): string {
  const orders = replaceOrders(plan);
  const blocks = [
    treeLines(planTree(plan, look.verbose), look, (urn) => orders.get(urn)),
    outputLines(plan.outputChanges, look),
    skippedLines(plan, look),
    heldLines(plan, look),
    suggestionLines(plan.suggestions, look),
    planSummary(plan, look.width),
  ];
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => paintLines(block, look))
    .join("\n");
}
