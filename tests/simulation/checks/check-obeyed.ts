import assert from "node:assert/strict";
import { cloudIdOf } from "../../../src/testing/managed-object.js";
import type { Commanded } from "../commands.js";
import { urnOf, type DrawnType, type Sketch } from "../story/sketch.js";
import type { Request } from "../story/story.js";
import { checkAskedFor, checkTarget, idsOf, readBack, type ComparedWorld } from "./compare-program.js";
import { targetedPlaces } from "./targeted.js";

/** An apply that succeeded has done what it was asked for. */
export function checkApplied(
  sketch: Sketch,
  { target, dependents = false, replace, refresh }: Request,
  { before, effects, isOk }: Commanded,
  world: ComparedWorld,
): void {
  if (!isOk) return;
  const [targeted, replaced] = [target, replace].map((place) =>
    place === undefined || !sketch.has(place) ? undefined : { place, urn: urnOf(place, sketch.get(place)!) },
  );
  // What is not looked at may have been changed by others.
  if (refresh !== false && targeted !== undefined)
    for (const place of targetedPlaces(sketch, targeted.place, dependents)) checkTarget(sketch, place, world);
  if (refresh !== false && targeted === undefined) checkAskedFor(sketch, world);
  const old = replaced && idsOf(before).get(replaced.urn);
  if (old === undefined || (targeted !== undefined && targeted.place !== replaced!.place)) return;
  const id = idsOf(world.state).get(replaced!.urn);
  // An entry is written anew, and has the id that its name has always had.
  const isWritten = effects.some(
    (each) => each.action === "create" && each.kind === "entry" && each.id === id,
  );
  if (!isWritten) assert.notEqual(id, old, "the id of what was to be replaced");
}

/** A destroy that succeeded has left nothing, or not its target. */
export function checkDestroyed(
  sketch: Sketch,
  { target }: Request,
  { before, after, isOk }: Commanded,
): void {
  if (!isOk) return;
  const outputs = after.resources.size === 0 ? {} : before.outputs;
  assert.deepEqual(after.outputs, outputs, "the outputs after a destroy");
  const urns = [...after.resources.values()].map(({ urn }) => urn);
  const drawn = target === undefined ? undefined : sketch.get(target);
  if (drawn === undefined) assert.deepEqual(urns, [], "what a destroy left in state");
  else assert.ok(!urns.includes(urnOf(target!, drawn)), "A destroy left its target in state.");
}

/**
 * After a refresh that succeeded state has what is there, with the values that a read answers with. A cloud that lags
 * may still have shown what was taken away, and what was changed as it was.
 */
export function checkRefreshed({ isOk }: Commanded, { cloud, state }: ComparedWorld, lags: boolean): void {
  if (!isOk) return;
  const inCloud = new Map(cloud.objects().map((object) => [object.id, object]));
  for (const { rid, status, stored } of state.objects.values()) {
    if (state.resources.get(rid)!.kind !== "custom" || status !== "current") continue;
    const id = cloudIdOf(stored)!;
    const object = inCloud.get(id);
    if (object === undefined && lags && cloud.lost.has(id)) continue;
    if (object === undefined) throw new Error(`A refresh left ${id} in state, and it does not exist.`);
    if (lags && cloud.effects.some((each) => each.action === "update" && each.id === id)) continue;
    for (const field of readBack[object.kind as DrawnType])
      assert.deepEqual(
        stored.outputs[field],
        object.properties[field] ?? unsaid[field],
        `${field} of ${id}, as a refresh has seen it`,
      );
  }
}

/** What a read answers where nothing is said. */
const unsaid: { readonly [field: string]: string } = { acl: "private", status: "idle", state: "active" };
