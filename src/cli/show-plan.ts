import type { PlanOptions, StackPlan } from "../engine/index.js";
import type { ProcessSignals } from "../runner/index.js";
import type { Stack } from "../operations/stack/index.js";
import { DiagnosticError, printEnvironment } from "../model/index.js";
import { unlessAborted } from "../std/until-aborted.js";
import { wrapWords } from "../std/wrap-words.js";
import { problem } from "./diagnostics.js";
import type { Face } from "./face/index.js";
import type { ProgramStack } from "./on-program.js";

/** Makes a plan and prints it with its warnings. */
export async function showPlan(...asked: PlanAsked): Promise<StackPlan> {
  const plan = await planWithWarnings(...asked);
  await asked[3].plan(plan);
  return plan;
}

/** Makes and prints a plan that will be applied. First waits for processes that interrupted operations left running. */
export async function showPlanToApply(...asked: PlanAsked): Promise<StackPlan> {
  const [stack, , , face, signals] = asked;
  let plan = await quietPlan(...asked);
  if (plan.isWaiting) {
    await stack.awaitProcesses({ ...signals, onEvent: (event) => face.event(event) });
    plan = await quietPlan(...asked);
  }
  face.complain(plan.plan.warnings);
  await face.plan(plan);
  return plan;
}

/** Makes a plan and prints only its warnings. */
export async function planWithWarnings(...asked: PlanAsked): Promise<StackPlan> {
  const plan = await quietPlan(...asked);
  asked[3].complain(plan.plan.warnings);
  return plan;
}

type PlanAsked = Parameters<typeof quietPlan>;

/** Makes a plan. An interrupt ends it immediately, since a plan changes nothing. */
async function quietPlan(
  stack: Stack,
  request: PlanOptions,
  place: ProgramStack,
  face: Face,
  { signal }: ProcessSignals,
): Promise<StackPlan> {
  if (place.isAbove) face.say(`Project ${place.project} in ${face.look.place(place.projectFolder)}\n\n`);
  if (place.isNew) {
    const other = place.isChosen ? "." : " (use -s to choose another).";
    const said = wrapWords(`New stack ${printEnvironment(place)}${other}`, face.look.width);
    face.say(`${said.join("\n")}\n\n`);
  }
  const plan = await unlessAborted(signal, stack.plan(request));
  if (plan === undefined)
    throw new DiagnosticError(
      problem("cli/interrupted", {
        severity: "note",
        detail: "The plan was not finished. No changes were made.",
      }),
    );
  return plan;
}
