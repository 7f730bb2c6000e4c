import type { PlanOptions, Stack, StackPlan } from "../engine/index.js";
import type { CommandPlace } from "./place.js";
import { complain, say } from "./print.js";

/** Makes a plan and says what it is and what stood around it. */
export async function showPlan(stack: Stack, request: PlanOptions, place: CommandPlace): Promise<StackPlan> {
  const plan = await makePlan(stack, request, place);
  say(plan.text());
  return plan;
}

/** The same without the plan itself. */
export async function makePlan(stack: Stack, request: PlanOptions, place: CommandPlace): Promise<StackPlan> {
  if (!place.isChosen && (await stack.history()).length === 0)
    say(`The stack ${place.name} is new; -s names another.\n\n`);
  const plan = await stack.plan(request);
  for (const { urn, what } of plan.settled) {
    say(`  an operation on ${urn} ${plan.beside === undefined ? `was cut off: ${what}` : "is under way"}\n`);
  }
  if (plan.beside !== undefined) say(`  beside run ${plan.beside.runId}, which is changing the stack\n`);
  complain(plan.plan.warnings);
  return plan;
}
