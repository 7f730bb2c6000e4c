import type { PlanOptions, Stack, StackPlan } from "../engine/index.js";
import type { Face } from "./face/index.js";
import type { CommandPlace } from "./place.js";

/** Makes a plan and says what it is and what stood around it. */
export async function showPlan(
  stack: Stack,
  request: PlanOptions,
  place: CommandPlace,
  face: Face,
): Promise<StackPlan> {
  const plan = await makePlan(stack, request, place, face);
  await face.plan(plan);
  return plan;
}

/** The same without the plan itself. */
export async function makePlan(
  stack: Stack,
  request: PlanOptions,
  place: CommandPlace,
  face: Face,
): Promise<StackPlan> {
  if (!place.isChosen && (await stack.history()).length === 0)
    face.say(`The stack ${place.name} is new; -s names another.\n\n`);
  const plan = await stack.plan(request);
  face.complain(plan.plan.warnings);
  return plan;
}
