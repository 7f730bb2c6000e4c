import type { Run } from "../../../src/engine/index.js";
import type { RunEvent, Snapshot, Step } from "../../../src/model/index.js";
import type { StackStore } from "../../../src/store/internal.js";
import type { Effect } from "../../../src/testing/cloud/index.js";
import type { Ending } from "../scenario/attempt.js";
import { labelOfUrn } from "../scenario/label.js";
import { storyOf } from "../scenario/story.js";
import type { World } from "../scenario/world.js";
import { checkCalls, type LateCalls } from "./check-calls.js";
import { checkOrder } from "./check-order.js";
import { checkSecrets } from "./check-secrets.js";
import { openedText } from "./opened-text.js";
import { checkSound } from "./check-sound.js";
import { checkPerformed } from "./check-performed.js";
import { checkDispatch, checkShown, checkSteps } from "./check-steps.js";
import { checkCreatedOnce, checkStateEqualsCloud } from "./compare-cloud.js";
import { endingText } from "./ending-text.js";
import { checkLiveObjects, lostToDeletes } from "./object-holders.js";
import type { RunHistory } from "./run-history.js";
import { storedText } from "./stored-text.js";

export interface FinishedRun {
  readonly world: Pick<World, "cloud" | "watch" | "raw" | "address"> & {
    readonly secrets: ReadonlySet<string>;
    readonly ephemerals?: ReadonlySet<string>;
  };
  /** State before the run. */
  readonly before: Snapshot;
  /** Where the record of the cloud was when the run began. */
  readonly since: number;
  readonly events: readonly RunEvent[];
  /** What another process said that took over meanwhile. */
  readonly otherEvents?: readonly RunEvent[];
  readonly ending: Ending<Run>;
  readonly store: StackStore;
  /** Whether it is to go on after a failure. */
  readonly goesOn?: boolean | undefined;
  /** The steps of the plan that was shown, and is carried out. */
  readonly shown?: readonly Step[] | undefined;
  /** What a process still asked for that was taken for dead. */
  readonly late?: LateCalls;
}

/** What holds after every run, whether it succeeded, failed or was cut off. */
export async function checkRun(finished: FinishedRun): Promise<void> {
  const { world, before, since, events, otherEvents = [], ending, store, shown, late } = finished;
  const { goesOn = false } = finished;
  const { cloud, watch, secrets, ephemerals } = world;
  await watch.check(store);
  const after = (await store.read()).snapshot;
  const effects = cloud.effects.slice(since);
  checkCalls(effects, watch.runs, late);
  const isOk = ending.kind === "ended" && ending.value.ok;
  for (const id of isOk ? [] : lostToDeletes(effects, cloud.effects, watch.runs)) cloud.lost.add(id);
  checkStateEqualsCloud(after, cloud, watch);
  checkCreatedOnce(cloud);
  checkLiveObjects(effects, watch.runs, watch.holders, late);
  const all = [...events, ...otherEvents];
  checkSteps({ since: before.head, runs: watch.runs, events: all, effects, late });
  if (shown !== undefined) checkShown(shown, { runs: watch.runs, events });
  for (const run of watch.runs.since(before.head))
    checkOrder(run.before, run.after, effectsOf(run.runId, effects, watch.runs, late), watch.runs, all);
  checkSound(endingText(ending));
  if (ending.kind === "ended") {
    checkRecorded(ending.value, before, after);
    checkDispatch(ending.value.reports, events, goesOn);
    checkPerformed(ending.value.reports, events, watch.runs);
  }
  checkSecrets(secrets, {
    events: JSON.stringify(all),
    "the store": await storedText(world.raw, world.address),
    "the end of the run": endingText(ending),
    "the story": ending.kind === "ended" ? storyOf(ending.value.reports, events) : "",
  });
  if (ephemerals !== undefined && ephemerals.size > 0)
    checkSecrets(ephemerals, { "the opened store": await openedText(store) });
}

/** What one run did, and nobody by mistake for it. */
function effectsOf(
  runId: string,
  effects: readonly Effect[],
  runs: RunHistory,
  late: LateCalls = new Map(),
): readonly Effect[] {
  return effects.filter(({ order, token }) => {
    const intent = token === undefined ? undefined : runs.intents.get(token);
    return !late.has(order) && (intent === undefined || intent.runId === runId);
  });
}

/** What a run says it has done is recorded: the intent of it is not open. */
function checkRecorded({ reports }: Run, before: Snapshot, after: Snapshot): void {
  for (const { operation, action, rid } of after.open.values()) {
    const urn = after.resources.get(rid)?.urn;
    // A resource may have several objects that are deleted.
    const said = reports.filter(({ step }) => step.urn === urn && step.action === action);
    const isSaid = said.length > 0 && said.every(({ result }) => result === "done");
    if (isSaid && !before.open.has(operation))
      throw new Error(`The run says that the ${action} of ${labelOfUrn(urn!)} is done, and it is open.`);
  }
}
