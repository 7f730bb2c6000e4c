import { isDeepStrictEqual } from "node:util";
import { objectKey, stripSecrets, type ObjectRow, type Snapshot } from "../../../src/model/index.js";
import type { Effect, FakeCloud } from "../../../src/testing/cloud/index.js";
import { cloudIdOf } from "../../../src/testing/managed-object.js";
import { labelOf } from "../scenario/label.js";
import type { JournalWatch } from "./journal-watch.js";

/**
 * What state says exists must exist, with the values it says, and nothing else may. Only what was done behind
 * the engine's back, let go on purpose or cut off and not settled is excused.
 */
export function checkStateEqualsCloud(snapshot: Snapshot, cloud: FakeCloud, watch: JournalWatch): void {
  const open = [...snapshot.open.values()];
  const isOpen = ({ rid, generation }: ObjectRow) =>
    open.some((intent) => intent.rid === rid && intent.generation === generation);
  const inCloud = new Map(cloud.objects().map((object) => [object.id, object]));
  const inState = new Set<string>();
  const openKeys = new Set(open.map(({ key }) => key));
  for (const row of snapshot.objects.values()) {
    const resource = snapshot.resources.get(row.rid)!;
    const { inputs } = row.stored;
    const id = cloudIdOf(row.stored);
    const label = `${labelOf(resource)} (${id ?? "no id"}, ${row.status})`;
    if (id !== undefined && row.status !== "owed") inState.add(id);
    if (resource.kind !== "custom") continue;
    if (isOpen(row)) continue;
    if (row.status === "creating") throw new Error(`${label} is being created, but nothing is open for it.`);
    const object = id === undefined ? undefined : inCloud.get(id);
    if (row.status === "owed") {
      // The object of another resource stays when this one lets go of it.
      if (object !== undefined && !isHeldByAnother(row, snapshot))
        throw new Error(`${label} is to be created again, but still exists.`);
      continue;
    }
    if (object === undefined) {
      if (id !== undefined && cloud.lost.has(id)) continue;
      throw new Error(`State has ${label}, and the cloud does not.`);
    }
    if (row.status !== "current" || object.isDisturbed || row.stored.unfinished !== undefined) continue;
    // A create that was cut off may have overwritten it.
    if (object.token !== undefined && openKeys.has(object.token)) continue;
    if (isOverwritten(object, row, watch)) continue;
    if (watch.objects.rewritten.has(objectKey(row.rid, row.generation))) continue;
    for (const [field, value] of Object.entries(stripSecrets(inputs) as object)) {
      if (isDeepStrictEqual(object.properties[field], structuredClone(value))) continue;
      throw new Error(
        `State has ${label} with ${field} ${JSON.stringify(value)}, the cloud with ${JSON.stringify(object.properties[field])}.`,
      );
    }
  }
  for (const { id, kind, name, token } of inCloud.values()) {
    const isExcused =
      (cloud.strangers.has(id) && !watch.objects.managed.has(id)) ||
      watch.objects.forgotten.has(id) ||
      (token !== undefined && openKeys.has(token));
    if (!inState.has(id) && !isExcused)
      throw new Error(`The cloud has ${kind} ${name} (${id}), and state does not.`);
  }
}

function isHeldByAnother({ rid, stored }: ObjectRow, { objects }: Snapshot): boolean {
  const id = cloudIdOf(stored);
  return [...objects.values()].some(
    (each) => each.rid !== rid && each.status === "current" && cloudIdOf(each.stored) === id,
  );
}

/** Whether the last one to write an object was another than the record: a create that overwrites what is there. */
function isOverwritten(
  { isOverwritten, writer }: ReturnType<FakeCloud["objects"]>[number],
  { rid, generation }: ObjectRow,
  { runs }: JournalWatch,
): boolean {
  const intent = isOverwritten && writer !== undefined ? runs.intents.get(writer) : undefined;
  return intent !== undefined && (intent.rid !== rid || intent.generation !== generation);
}

/** Whatever is repeated, a create takes effect once, unless what it made was taken away by others. */
export function checkCreatedOnce({
  effects,
  lost,
  strangers,
}: Pick<FakeCloud, "effects" | "lost" | "strangers">): void {
  const made = new Map<string, Effect>();
  for (const effect of effects) {
    if (effect.action !== "create" || effect.result !== "done" || effect.token === undefined) continue;
    if (strangers.has(effect.id!)) continue;
    const first = made.get(effect.token);
    if (first !== undefined && first.id !== effect.id && !lost.has(first.id!) && !lost.has(effect.id!))
      throw new Error(`${first.id} and ${effect.id} were created with one key.`);
    made.set(effect.token, effect);
  }
}
