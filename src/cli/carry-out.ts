import type { PlanOptions } from "../engine/index.js";
import { shellWord } from "../std/shell-word.js";
import type { Invocation } from "./command.js";
import { onProgram } from "./on-program.js";
import { say } from "./print.js";
import { runRequest } from "./request.js";
import { endingText, eventText } from "./run-text.js";
import { showPlan } from "./show-plan.js";

/** Shows a plan and, if someone has said yes, does exactly that. */
export function carryOut(invocation: Invocation, request: PlanOptions): Promise<never> {
  const { command, options, rest } = invocation;
  const run = runRequest(invocation);
  return onProgram(options, async (stack, signals, place) => {
    const plan = await showPlan(stack, request, place);
    if (!options.yes && !plan.isEmpty) {
      const again = ["coco", command.name, "--yes", ...rest.map(shellWord)];
      say(`\nNothing was done. To do this:\n    ${again.join(" ")}\n`);
      return { shown: true, undecided: true };
    }
    const ended = await plan.apply({ ...run, ...signals, onEvent: (event) => say(eventText(event)) });
    const { stateFileName } = await import("../engine/index.js");
    say(`${endingText(ended)}State is kept in ${stateFileName(place)}.\n`);
    return ended;
  });
}
