import assert from "node:assert/strict";
import type { Stack } from "../../../src/operations/stack/index.js";
import type { StackPlan } from "../../../src/engine/index.js";
import { splitEnvelope } from "../../../src/engine/plan-file/plan-envelope.js";
import type { StackStore } from "../../../src/store/internal.js";
import type { FakeCloud } from "../../../src/testing/cloud/index.js";
import type { Ending } from "../scenario/attempt.js";
import { outputNames, planText } from "../scenario/plan-text.js";
import { checkSecrets } from "./check-secrets.js";
import { checkSound } from "./check-sound.js";
import { endingText } from "./ending-text.js";

/** What holds for every plan. */
export function checkPlan(ending: Ending<StackPlan>, secrets: ReadonlySet<string>): void {
  const text =
    ending.kind === "ended" ? planText(ending.value.plan, { unchanged: true }) : endingText(ending);
  checkSecrets(secrets, { "the plan": text });
  checkSound(text);
  if (ending.kind !== "ended") return;
  const { steps, settled, failed } = ending.value;
  if (settled.length === 0 && failed.length === 0)
    checkSecrets(secrets, { "the plan file": Buffer.from(ending.value.file()).toString("latin1") });
  const ids = new Set(steps.map(({ id }) => id));
  assert.equal(ids.size, steps.length, "Two steps of the plan have one id.");
  for (const { id, after } of steps) {
    for (const needed of after) assert.ok(ids.has(needed), `${id} waits for ${needed}, which is no step.`);
  }
}

/** Not even the sealed part of a plan file holds these. */
export function checkPlanFile(
  ending: Ending<StackPlan>,
  store: StackStore,
  ephemerals: ReadonlySet<string>,
): void {
  if (ending.kind !== "ended" || ending.value.settled.length > 0 || ending.value.failed.length > 0) return;
  const { sealed, headerText } = splitEnvelope(ending.value.file());
  const opened = Buffer.from(store.openDocument(sealed, headerText)!).toString();
  checkSecrets(ephemerals, { "the opened plan file": opened });
}

/**
 * After a run that succeeded there is nothing left to do, and the outputs are those of the program. Only what a callback had made may be taken away now,
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
  assert.deepEqual(
    outputNames(plan),
    [],
    "outputs that a second plan would change after a run that succeeded",
  );
  assert.deepEqual(cloud.changes(since), [], "what a plan did to the cloud");
}
