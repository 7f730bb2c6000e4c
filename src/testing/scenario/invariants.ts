import assert from "node:assert/strict";
import type { Run, Stack, StackPlan } from "../../engine/index.js";
import type { RunEvent, Snapshot } from "../../model/index.js";
import type { StackStore } from "../../store/index.js";
import type { FakeCloud } from "../cloud/index.js";
import type { Ending } from "./attempt.js";
import { checkCreatedOnce, checkOrder, checkStateEqualsCloud, checkSteps } from "./cloud-invariants.js";
import { checkSecrets, storedText } from "./journal-watch.js";
import { labelOfUrn } from "./label.js";
import { planText } from "./plan-text.js";
import { storyOf } from "./story.js";
import type { World } from "./world.js";

export interface FinishedRun {
  readonly world: Pick<World, "cloud" | "watch" | "raw" | "address"> & {
    readonly secrets: ReadonlySet<string>;
  };
  /** State before the run. */
  readonly before: Snapshot;
  /** Where the record of the cloud was when the run began. */
  readonly since: number;
  readonly events: readonly RunEvent[];
  readonly ending: Ending<Run>;
  readonly store: StackStore;
  /** Another process took over and did things of its own meanwhile. */
  readonly isShared?: boolean;
}

/** What holds after every run, whether it succeeded, failed or was cut off. */
export async function checkRun(finished: FinishedRun): Promise<void> {
  const { world, before, since, events, ending, store, isShared = false } = finished;
  const { cloud, watch, secrets } = world;
  await watch.check(store);
  const after = (await store.read()).snapshot;
  const effects = cloud.effects.slice(since);
  checkStateEqualsCloud(after, cloud, watch);
  checkCreatedOnce(cloud);
  if (ending.kind === "ended") checkRecorded(ending.value, before, after);
  if (!isShared) checkOrder(before, after, effects);
  if (!isShared && before.open.size === 0) {
    const begun = events.flatMap((event) => (event.kind === "step-started" ? [event] : []));
    checkSteps(begun, effects);
  }
  checkSecrets(secrets, {
    events: JSON.stringify(events),
    "the store": await storedText(world.raw, world.address.name),
    "the end of the run": endingText(ending),
    "the story": ending.kind === "ended" ? storyOf(ending.value.reports, events) : "",
  });
}

/** What a run says it has done is recorded: the intent of it is not open. */
function checkRecorded({ reports }: Run, before: Snapshot, after: Snapshot): void {
  for (const { operation, action, rid } of after.open.values()) {
    const urn = after.resources.get(rid)?.urn;
    const said = reports.find(({ step }) => step.urn === urn && step.action === action);
    if (said?.result === "done" && !before.open.has(operation))
      throw new Error(`The run says that the ${action} of ${labelOfUrn(urn!)} is done, and it is open.`);
  }
}

/** What holds for every plan. */
export function checkPlan(ending: Ending<StackPlan>, secrets: ReadonlySet<string>): void {
  const text =
    ending.kind === "ended" ? planText(ending.value.plan, { unchanged: true }) : endingText(ending);
  checkSecrets(secrets, { "the plan": text });
  if (ending.kind !== "ended") return;
  const { steps, settled } = ending.value;
  if (settled.length === 0)
    checkSecrets(secrets, { "the plan file": Buffer.from(ending.value.file()).toString("latin1") });
  const ids = new Set(steps.map(({ id }) => id));
  assert.equal(ids.size, steps.length, "Two steps of the plan have one id.");
  for (const { id, after } of steps) {
    for (const needed of after) assert.ok(ids.has(needed), `${id} waits for ${needed}, which is no step.`);
  }
}

/**
 * After a run that succeeded there is nothing left to do. Only what a callback had made may be taken away now,
 * if that run could not tell whether the callback still asks for it, and with it what it needed until now.
 */
export async function checkSettledDown(stack: Stack, cloud: FakeCloud): Promise<void> {
  const since = cloud.effects.length;
  const { plan } = await stack.plan();
  const { resources } = await stack.snapshot();
  const madeInCallbacks = new Set(
    [...resources.values()].flatMap(({ urn, origin }) => [
      ...(origin.length > 0 ? [urn] : []),
      ...origin.flatMap(({ waitsFor }) => waitsFor.flatMap((rid) => resources.get(rid)?.urn ?? [])),
    ]),
  );
  const left = plan.changes.filter(
    ({ urn, action }) =>
      !["same", "read", "undetermined"].includes(action) &&
      !(action === "delete" && madeInCallbacks.has(urn)),
  );
  assert.equal(
    planText({ ...plan, changes: left }, { unchanged: false }),
    "",
    "what a second plan would do after a run that succeeded",
  );
  assert.deepEqual(cloud.changes(since), [], "what a plan did to the cloud");
}

function endingText(ending: Ending<unknown>): string {
  if (ending.kind === "crashed") return "";
  const diagnostics =
    ending.kind === "refused" ? ending.diagnostics : ((ending.value as Partial<Run>).diagnostics ?? []);
  return JSON.stringify(diagnostics);
}
