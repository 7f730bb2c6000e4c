import type { PlanOptions, StackPlan } from "../engine/index.js";
import { sayHow } from "./approved.js";
import type { Invocation } from "./command.js";
import type { Face } from "./face/index.js";
import { onProgram } from "./on-program.js";
import { runRequest } from "./request.js";
import { showPlan } from "./show-plan.js";

/** Shows a plan and, if someone has said yes, does exactly that. */
export function carryOut(invocation: Invocation, request: PlanOptions): Promise<never> {
  const { options, face } = invocation;
  const run = runRequest(invocation);
  return onProgram(invocation, async (stack, signals, place) => {
    const plan = await showPlan(stack, request, place, face, signals);
    if (!options.yes && !plan.isEmpty) {
      const answer = face.canAsk ? await approval(plan, face) : undefined;
      if (face.canAsk && answer === undefined) return { shown: true, means: "left" };
      if (answer !== "yes") {
        sayHow(invocation, face.canAsk, "\n");
        return { shown: true, means: "undecided" };
      }
    }
    const ended = await plan.apply({ ...run, ...signals, onEvent: (event) => face.event(event) });
    const { stateFileName } = await import("../engine/index.js");
    face.ended(ended, stateFileName(place));
    return ended;
  });
}

/** Yes or no; whoever wants to know more first gets the whole plan. */
async function approval(plan: StackPlan, face: Face): Promise<"yes" | "no" | undefined> {
  for (;;) {
    const answer = await face.ask("Do this?", ["yes", "no", "details"]);
    if (answer !== "details") return answer as "yes" | "no" | undefined;
    await face.plan(plan, "details");
  }
}
