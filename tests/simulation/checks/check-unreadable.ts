import assert from "node:assert/strict";
import type { StackPlan } from "../../../src/engine/index.js";
import type { ResourceId, Snapshot } from "../../../src/model/index.js";
import type { FakeCloud } from "../../../src/testing/cloud/index.js";
import { cloudIdOf } from "../../../src/testing/managed-object.js";
import type { Commanded } from "../commands.js";
import { layOut } from "../story/lay-out.js";
import { urnOf, type Sketch } from "../story/sketch.js";
import type { Request } from "../story/story.js";
import { checkTarget, type ComparedWorld } from "./compare-program.js";
import { relationsOf } from "./relations.js";

/** A plan of everything fails for each resource that cannot be read, and for nothing that has nothing to do with those. */
export function checkPlanned(plan: StackPlan, sketch: Sketch, before: Snapshot, cloud: FakeCloud): void {
  const failed = new Set(plan.failed.map(({ urn }) => urn));
  for (const { urn } of unreadable(sketch, before, cloud))
    assert.ok(failed.has(urn), `${urn} cannot be read, and the plan does not fail for it.`);
  if (failed.size === 0) return;
  assert.equal(plan.isEmpty, false, "whether a plan is empty that could not be made in part");
  assert.throws(() => plan.file(), "A plan that could not be made in part was saved.");
  const related = relationsOf(sketch, before);
  const causes = new Set(
    plan.plan.held.flatMap(({ resource }) => (resource === undefined ? [] : [related.of(resource)])),
  );
  for (const urn of failed)
    assert.ok(
      causes.has(related.of(urn)),
      `The plan fails for ${urn}, which has nothing to do with a failure.`,
    );
  for (const { id, urn } of plan.steps)
    assert.ok(!failed.has(urn), `The plan fails for ${urn}, and has the step ${id}.`);
}

/**
 * An apply of everything does not succeed if a resource cannot be read. It changes nothing, or, if it is to go on, all but
 * what has to do with that.
 */
export function checkAppliedInPart(
  sketch: Sketch,
  { target, refresh, continueOnError }: Request,
  done: Commanded,
  world: ComparedWorld,
): void {
  const { before, after, ending, effects, isUndisturbed } = done;
  if (!isUndisturbed || target !== undefined || refresh === false || before.open.size > 0) return;
  const hidden = unreadable(sketch, before, world.cloud);
  if (hidden.length === 0) return;
  const changed = effects.filter(({ action, result }) => isChange(action) && result === "done");
  if (ending.kind === "crashed") throw new Error("Nothing went wrong in an apply, and it was killed.");
  if (ending.kind === "refused" || !continueOnError) {
    assert.equal(ending.kind, "refused", "how an apply ends that cannot read everything");
    assert.deepEqual(changed, [], "what an apply did that was refused");
    return;
  }
  assert.equal(ending.value.ok, false, "whether an apply succeeds that cannot read everything");
  for (const { rid } of hidden)
    assert.deepEqual(objectsOf(rid, after), objectsOf(rid, before), "what state has of what cannot be read");
  const { reports, diagnostics } = ending.value;
  const related = relationsOf(sketch, before);
  const failed = new Set([
    ...diagnostics.flatMap(({ severity, resource }) => (severity === "error" && resource) || []),
    ...reports.flatMap(({ step, result }) => (result === "done" || result === "skipped" ? [] : [step.urn])),
  ]);
  const touched = new Set([...failed].map((urn) => related.of(urn)));
  for (const { place, drawn } of layOut(sketch))
    if (!touched.has(related.of(urnOf(place, drawn)))) checkTarget(sketch, place, world);
}

function isChange(action: string): boolean {
  return action !== "read" && action !== "find";
}

/** Without the keys of creates: a run that looks once more for what they made takes them away. */
function objectsOf(rid: ResourceId, { objects }: Snapshot) {
  return [...objects.values()]
    .filter((object) => object.rid === rid)
    .map((object) => ({ ...object, createKey: undefined }));
}

/** The resources of the program, and of no callback, whose objects another account has for the time being. */
function unreadable(sketch: Sketch, { resources, objects }: Snapshot, cloud: FakeCloud) {
  const hidden = new Set(cloud.objects().flatMap(({ id, account }) => (account === "main" ? [] : [id])));
  const rids = new Set(
    [...objects.values()].flatMap(({ rid, status, stored }) =>
      status === "current" && hidden.has(cloudIdOf(stored) ?? "") ? [rid] : [],
    ),
  );
  return layOut(sketch).flatMap(({ place, drawn, outer }) => {
    const names = new Set([urnOf(place, drawn), ...drawn.aliases]);
    const row = [...resources.values()].find(({ rid, urn }) => rids.has(rid) && names.has(urn));
    return outer !== undefined || row === undefined ? [] : [{ urn: urnOf(place, drawn), rid: row.rid }];
  });
}
