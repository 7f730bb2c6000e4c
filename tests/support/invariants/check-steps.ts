import type { Run } from "../../../src/engine/index.js";
import type { RunEvent, Step, StepAction, StepResult } from "../../../src/model/index.js";
import type { Effect } from "../../../src/testing/cloud/index.js";
import { textOf, writesOf, type LateCalls } from "./check-calls.js";
import { roundsOf } from "./rounds.js";
import type { RunHistory } from "./run-history.js";

export interface PerformedSteps {
  /** The place of the journal where the command began. */
  readonly since: number;
  readonly runs: RunHistory;
  readonly events: readonly RunEvent[];
  readonly effects: readonly Effect[];
  readonly late?: LateCalls | undefined;
}

/**
 * Nothing is done that is no step of its run: whatever took effect has an intent, and the intent a step that was begun
 * for the same resource, each its own. What an earlier run left open has had its step then.
 */
export function checkSteps({ since, runs, events, effects, late }: PerformedSteps): void {
  const left = new Map<string, number>();
  for (const event of events) {
    if (event.kind !== "step-started") continue;
    const key = `${changeOf(event)} ${event.urn}`;
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  const last = runs.since(since).at(-1)?.runId;
  const done = new Set<string>();
  for (const effect of writesOf(effects)) {
    const intent = runs.intentAt(effect.token!, effect.order);
    if (effect.result !== "done" || effect.action === "finish" || intent === undefined) continue;
    // What others took over from may arrive when they have done the same, and undone it.
    if (done.has(intent.key) && late?.has(effect.order)) continue;
    if (done.has(intent.key)) throw new Error(`There was a second ${textOf(effect)} in one step.`);
    done.add(intent.key);
    if (intent.sequence <= since) continue;
    const planned = `${intent.action} ${intent.urn}`;
    // A replacement that turned out to be an update is performed by the step that would have created.
    const isInstead = intent.action === "update" && (left.get(planned) ?? 0) === 0;
    const key = isInstead ? `create ${intent.urn}` : planned;
    const count = left.get(key) ?? 0;
    // A process may die when an intent is durable, and before it has said so: another one then repeats it.
    if (count === 0 && intent.runId !== last) continue;
    if (count === 0) throw new Error(`There was a ${textOf(effect)} that is no step of the run.`);
    left.set(key, count - 1);
  }
}

/**
 * A step begins after all that was done of what it waits for, and is done only if all of it is: what is begun while the
 * outcome of another is written comes to nothing if that is refused. Unless the run is to go on, none begins after a
 * failure.
 */
export function checkDispatch(reports: Run["reports"], events: readonly RunEvent[], goesOn: boolean): void {
  const done = new Set(reports.flatMap(({ step, result }) => (isDone(result) ? [step.id] : [])));
  const needs = new Map(reports.map(({ step }) => [step.id, step.after]));
  // What is confirmed is as it was, whatever becomes of the others.
  const changed = reports.filter(({ step, result }) => result === "done" && step.action !== "confirm");
  for (const { step } of changed)
    for (const need of step.after)
      if (!done.has(need)) throw new Error(`${step.id} is done, and ${need}, which it waits for, is not.`);
  let failed: string | undefined;
  const rounds = roundsOf(events);
  for (const [index, round] of rounds.entries()) {
    // What the reports know are the steps of the last round: of those before, some were not planned yet.
    const planned = index === rounds.length - 1 ? undefined : begunIn(round);
    const ended = new Set<string>();
    for (const event of round) {
      if (event.kind === "step-finished") ended.add(event.step);
      if (event.kind === "step-finished" && isFailure(event.result)) failed ??= event.step;
      if (event.kind !== "step-started") continue;
      for (const need of needs.get(event.step) ?? [])
        if (!ended.has(need) && done.has(need) && planned?.has(need) !== false)
          throw new Error(`${event.step} was begun before ${need}, which it waits for, had ended.`);
      if (failed !== undefined && !goesOn)
        throw new Error(`${event.step} was begun after ${failed} had failed.`);
    }
  }
}

function begunIn(round: readonly RunEvent[]): ReadonlySet<string> {
  return new Set(round.flatMap((event) => (event.kind === "step-started" ? [event.step] : [])));
}

function isDone(result: StepResult): boolean {
  return result === "done" || result === "skipped";
}

function isFailure(result: StepResult): boolean {
  return result === "failed" || result === "uncertain";
}

/** What was shown is all that is done: every step that was begun, and every intent of the runs, is one of the plan. */
export function checkShown(
  shown: readonly Step[],
  { runs, events }: Pick<PerformedSteps, "runs" | "events">,
): void {
  const ids = new Set(shown.map(({ id }) => id));
  const changes = new Set(
    shown.flatMap((step) => [
      `${changeOf(step)} ${step.urn}`,
      // The known values may ask for less than a replacement.
      ...(step.replacement && step.action === "create" ? [`update ${step.urn}`] : []),
    ]),
  );
  // An object that came before its create was repeated is updated instead.
  for (const event of events)
    if (event.kind === "settled" && event.result === "adopted" && changes.has(`create ${event.urn}`)) {
      changes.add(`update ${event.urn}`);
      ids.add(`update ${event.urn}`);
    }
  const own = new Set(events.flatMap((event) => (event.kind === "apply-started" ? [event.runId] : [])));
  for (const event of events)
    if (event.kind === "step-started" && event.action !== "confirm" && !ids.has(event.step))
      throw new Error(`The step ${event.step} was begun, and the plan did not show it.`);
  for (const { action, urn, runId } of runs.intents.values())
    if (own.has(runId) && !changes.has(`${action} ${urn}`))
      throw new Error(`There was an intent to ${action} ${urn}, and the plan did not show it.`);
}

/** What is adopted is updated in the same step if it differs. */
export function changeOf({ action }: Pick<Step, "action">): StepAction {
  return action === "import" ? "update" : action;
}
