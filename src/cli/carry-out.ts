import type { PlanOptions, StackPlan } from "../engine/index.js";
import { sayHow } from "./approved.js";
import type { Invocation } from "./command.js";
import type { Face } from "./face/index.js";
import { onProgram } from "./on-program.js";
import { runRequest } from "./request.js";
import { showPlan } from "./show-plan.js";
import { lossOf } from "./watch/loss-of.js";

/** Shows a plan and, if someone has said yes, does exactly that. */
export function carryOut(invocation: Invocation, request: PlanOptions): Promise<never> {
  const { options, face, round } = invocation;
  const run = runRequest(invocation);
  return onProgram(invocation, async (stack, signals, place) => {
    const plan = await showPlan(stack, request, place, face, signals);
    // Do not ask for approval of a plan that will be refused.
    const isRefused = plan.incomplete !== undefined && !run.continueOnError && !request.refreshOnly;
    const isDecided = options.yes || plan.isEmpty || isRefused;
    const refusal = isDecided ? undefined : await refusalOf(plan, invocation);
    if (refusal !== undefined) return { shown: true, means: refusal };
    const mustWait = round !== undefined && !isRefused;
    if (mustWait && !(await round.mayApply(signals.signal))) return { shown: true, means: "left" };
    const ended = await plan.apply({
      ...run,
      ...signals,
      onEvent: (event) => face.event(event),
      onRound: (next) => face.item("rounds", next.toJSON(), (look) => `\n${next.text(look)}`),
    });
    const { stateFileName } = await import("../engine/process/index.js");
    face.ended(ended, stateFileName(place));
    return ended;
  });
}

/** Why a plan is not carried out that nobody has said yes to before; nothing if somebody does now. */
async function refusalOf(plan: StackPlan, invocation: Invocation): Promise<"left" | "undecided" | undefined> {
  const { face, round } = invocation;
  if (round !== undefined) {
    const loss = lossOf(plan);
    return loss && leftAlone(loss, face);
  }
  const answer = face.canAsk ? await approval(plan, face) : undefined;
  if (answer === "yes") return undefined;
  if (face.canAsk && answer === undefined) return "left";
  sayHow(invocation, face.canAsk, "\n");
  return "undecided";
}

function leftAlone(loss: string, face: Face): "undecided" {
  const command = "coco apply";
  face.show(
    "approval",
    { given: false, command },
    (look) => `\nNot applied, since it ${loss} something. To do this:\n    ${look.command(command)}\n`,
  );
  return "undecided";
}

/** Yes or no; whoever wants to know more first gets the whole plan. */
async function approval(plan: StackPlan, face: Face): Promise<"yes" | "no" | undefined> {
  for (;;) {
    const answer = await face.ask("Do this?", ["yes", "no", "details"]);
    if (answer !== "details") return answer as "yes" | "no" | undefined;
    await face.plan(plan, "details");
  }
}
