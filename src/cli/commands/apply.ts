import { resolve } from "node:path";
import type { PlanOptions, Run, RunOptions, StackPlan } from "../../engine/index.js";
import { isDiagnosticError, type Change, type Step } from "../../model/index.js";
import type { Stack } from "../../operations/stack/index.js";
import type { ProcessSignals } from "../../runner/index.js";
import { shellWord } from "../../std/shell-word.js";
import { showApprovalCommand } from "../approval.js";
import type { Command, Invocation } from "../command.js";
import type { Face } from "../face/index.js";
import { readNamedFile } from "../named-file.js";
import { onProgram, type ProgramStack, type ShownOnly } from "../on-program.js";
import { planningOptions, stackOptions } from "../options.js";
import { planRequest, runRequest } from "../request.js";
import { showPlanToApply } from "../show-plan.js";
import { wrongUsage } from "../usage-problem.js";

export const apply: Command = {
  name: "apply",
  aliases: ["up", "deploy"],
  takes: ["[plan-file]"],
  wants: { "plan-file": "file" },
  says: "Plan, ask for approval and apply exactly that plan; or apply a saved plan",
  examples: ["apply", "apply --yes", "apply release.plan", "apply -s staging -t web", "apply --wait=10m"],
  options: [...stackOptions, "yes", ...planningOptions, "replace", "continue-on-error", "rounds", "wait"],
  run: async (invocation) => {
    const [file] = invocation.words;
    return file === undefined
      ? planAndApply(invocation, planRequest(invocation))
      : applyFile(invocation, resolve(file));
  },
};

export const destroy: Command = {
  name: "destroy",
  aliases: ["down", "remove"],
  takes: [],
  says: "Delete all resources of the stack, dependents first",
  examples: ["destroy", "destroy --yes -s staging", "destroy -t web --dependents"],
  options: [...stackOptions, "yes", ...planningOptions, "continue-on-error", "wait"],
  needsStack: true,
  run: async (invocation) => planAndApply(invocation, { ...planRequest(invocation), destroy: true }),
};

export const refresh: Command = {
  name: "refresh",
  takes: [],
  says: "Update state to match the real objects",
  examples: ["refresh", "refresh --yes -t web"],
  options: [...stackOptions, "yes", "target", "exclude", "dependents", "accept-gone", "parallel", "wait"],
  needsStack: true,
  run: async (invocation) => planAndApply(invocation, { ...planRequest(invocation), refreshOnly: true }),
};

/** Applies a saved plan. It needs no approval, because the plan was reviewed when it was saved. */
function applyFile(invocation: Invocation, file: string): Promise<never> {
  const { command, options, face } = invocation;
  const decided = [...planningOptions, "replace" as const].find(
    (name) => name !== "parallel" && options[name] !== undefined,
  );
  if (decided !== undefined)
    throw wrongUsage(
      `A saved plan is applied exactly as saved. To use --${decided}, pass it to coco plan and save the plan again.`,
      command.name,
    );
  const run = runRequest(invocation);
  const bytes = readNamedFile(file);
  return onProgram(invocation, async (stack, signals, place) => {
    const ended = await stack.applyFile(bytes, {
      ...run,
      ...signals,
      onEvent: (event) => face.event(event),
    });
    const { stateLocation } = await import("../../operations/stack/index.js");
    face.ended(ended, await stateLocation(place));
    return ended;
  });
}

/**
 * Shows a plan and applies it if it is approved. If the lock is held, its holder is reported before the program is
 * evaluated. With `--wait`, plans again if another waiting run took the lock first.
 */
function planAndApply(invocation: Invocation, request: PlanOptions): Promise<never> {
  const { face } = invocation;
  const { wait, ...run } = runRequest(invocation);
  return onProgram(invocation, async (stack, signals, place) => {
    const { signal } = signals;
    const begunMs = performance.now();
    for (let left = wait ?? false; ; left = timeLeft(wait ?? false, begunMs)) {
      await stack.awaitLock({ wait: left, signal, onEvent: (event) => face.event(event) });
      try {
        return await planned(invocation, { request, run, stack, signals, place });
      } catch (error) {
        if (wait === undefined || signal.aborted || !isOvertaken(error)) throw error;
        face.say("\nAnother run took the lock first. Planning again.\n\n");
      }
    }
  });
}

/** Returns the time left for waiting: the limit is for all attempts together. */
function timeLeft(wait: boolean | number, begunMs: number): boolean | number {
  if (typeof wait === "boolean") return wait;
  return Math.max(0, Math.round(wait - (performance.now() - begunMs)));
}

/** True if another run took the lock or changed the stack after the plan was made. No provider was called. */
function isOvertaken(error: unknown): boolean {
  const codes = new Set(["store/locked", "engine/plan-outdated"]);
  return isDiagnosticError(error) && error.diagnostics.every(({ code }) => codes.has(code));
}

interface Carried {
  readonly request: PlanOptions;
  readonly run: RunOptions;
  readonly stack: Stack;
  readonly signals: ProcessSignals;
  readonly place: ProgramStack;
}

async function planned(
  invocation: Invocation,
  { request, run, stack, signals, place }: Carried,
): Promise<Run | ShownOnly> {
  const { options, face, round } = invocation;
  const plan = await showPlanToApply(stack, request, place, face, signals);
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
  const { stateLocation } = await import("../../operations/stack/index.js");
  face.ended(ended, await stateLocation(place));
  return ended;
}

/** Asks for approval of a plan. Returns why it is not applied; undefined if it is approved. */
async function refusalOf(plan: StackPlan, invocation: Invocation): Promise<"left" | "undecided" | undefined> {
  const { face, round } = invocation;
  if (round !== undefined) {
    const loss = lossOf(plan);
    return loss && leftAlone(loss, invocation);
  }
  const answer = face.canAsk ? await approval(plan, face) : undefined;
  if (answer === "yes") return undefined;
  if (face.canAsk && answer === undefined) return "left";
  showApprovalCommand(invocation, face.canAsk, "\n");
  return "undecided";
}

function leftAlone(loss: "deletes" | "forgets", { face, rest }: Invocation): "undecided" {
  const command = ["coco apply", ...rest.map(shellWord)].join(" ");
  const effect =
    loss === "deletes" ? "deletes objects" : "removes resources from state without deleting their objects";
  face.show(
    "approval",
    { given: false, command },
    (look) => `\nNot applied: the plan ${effect}. To apply it, run:\n    ${look.command(command)}\n`,
  );
  return "undecided";
}

/** Asks for approval. The answer "details" shows the whole plan and asks again. */
async function approval(plan: StackPlan, face: Face): Promise<"yes" | "no" | undefined> {
  for (;;) {
    const answer = await face.ask("Apply this plan?", ["yes", "no", "details"]);
    if (answer !== "details") return answer as "yes" | "no" | undefined;
    await face.plan(plan, "details");
  }
}

/** The parts of a plan that `lossOf` looks at. */
export interface PlannedLoss {
  readonly steps: readonly Pick<Step, "action" | "replacement">[];
  readonly changes: readonly Pick<Change, "action" | "kind" | "reasons">[];
}

/**
 * Returns whether a plan deletes objects, or removes existing ones from state. `coco watch` does not apply such a plan:
 * a line of code may be missing only for a moment while someone edits. A missing object is not a loss.
 */
export function lossOf({ steps, changes }: PlannedLoss): "deletes" | "forgets" | undefined {
  if (steps.some(({ action }) => action === "delete")) return "deletes";
  const isLeftBehind = steps.some(({ action, replacement }) => action === "forget" && replacement);
  return isLeftBehind || changes.some(isLetGo) ? "forgets" : undefined;
}

function isLetGo({ action, kind, reasons }: PlannedLoss["changes"][number]): boolean {
  const isGone = reasons.some((reason) => reason.kind === "no-longer-present");
  return action === "forget" && kind === "custom" && !isGone;
}
