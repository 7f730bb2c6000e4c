import { isDeepStrictEqual } from "node:util";
import { objectKey, stripSecrets, type ObjectRow, type Snapshot } from "../../model/index.js";
import type { Effect, FakeCloud } from "../cloud/index.js";
import type { JournalWatch } from "./journal-watch.js";
import { labelOf, labelOfUrn } from "./label.js";

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
  for (const row of snapshot.objects.values()) {
    const resource = snapshot.resources.get(row.rid)!;
    const { id, inputs } = row.stored;
    const label = `${labelOf(resource)} (${id ?? "no id"}, ${row.status})`;
    if (id !== undefined && row.status !== "owed") inState.add(id);
    if (resource.kind !== "custom") continue;
    if (isOpen(row)) continue;
    if (row.status === "creating") throw new Error(`${label} is being created, but nothing is open for it.`);
    const object = id === undefined ? undefined : inCloud.get(id);
    if (row.status === "owed") {
      if (object !== undefined) throw new Error(`${label} is to be created again, but still exists.`);
      continue;
    }
    if (object === undefined) {
      if (id !== undefined && cloud.lost.has(id)) continue;
      throw new Error(`State has ${label}, and the cloud does not.`);
    }
    if (row.status !== "current" || object.isDisturbed || row.stored.unfinished !== undefined) continue;
    if (watch.rewritten.has(objectKey(row.rid, row.generation))) continue;
    for (const [field, value] of Object.entries(stripSecrets(inputs) as object)) {
      if (isDeepStrictEqual(object.properties[field], structuredClone(value))) continue;
      throw new Error(
        `State has ${label} with ${field} ${JSON.stringify(value)}, the cloud with ${JSON.stringify(object.properties[field])}.`,
      );
    }
  }
  const openKeys = new Set(open.map(({ key }) => key));
  for (const { id, kind, name, token } of inCloud.values()) {
    const isExcused =
      cloud.strangers.has(id) || watch.forgotten.has(id) || (token !== undefined && openKeys.has(token));
    if (!inState.has(id) && !isExcused)
      throw new Error(`The cloud has ${kind} ${name} (${id}), and state does not.`);
  }
}

/** Whatever is repeated, a create takes effect once, unless what it made was taken away by others. */
export function checkCreatedOnce({ effects, lost }: Pick<FakeCloud, "effects" | "lost">): void {
  const made = new Map<string, Effect>();
  for (const effect of effects) {
    if (effect.action !== "create" || effect.result !== "done" || effect.token === undefined) continue;
    const first = made.get(effect.token);
    if (first !== undefined && !lost.has(first.id!))
      throw new Error(`${first.id} and ${effect.id} were created with one key.`);
    made.set(effect.token, effect);
  }
}

/**
 * In one run: what something needs is made and changed before it is; what something needed is taken away after
 * it has gone or moved. A create that an earlier run was cut off in had all it needed then.
 */
export function checkOrder(before: Snapshot, after: Snapshot, effects: readonly Effect[]): void {
  const repeated = new Set([...before.open.values()].map(({ key }) => key));
  const done = effects.filter(({ result, token }) => result === "done" && !repeated.has(token ?? ""));
  const placeOf = (id: string | undefined, ...actions: readonly Effect["action"][]) =>
    done.findLast((effect) => effect.id === id && actions.includes(effect.action))?.order;
  for (const object of after.objects.values()) {
    const own = placeOf(object.stored.id, "create", "update");
    if (own === undefined || object.status !== "current") continue;
    for (const needed of neededBy(object, after)) {
      const theirs = placeOf(needed.stored.id, "create", "finish", "update");
      if (theirs !== undefined && theirs > own) {
        throw new Error(
          `${text(object, after)} was made or changed before ${text(needed, after)}, which it needs.`,
        );
      }
    }
  }
  for (const object of before.objects.values()) {
    for (const needed of neededBy(object, before)) {
      const gone = placeOf(needed.stored.id, "delete");
      if (gone === undefined) continue;
      // Whoever needs something that is deleted first, and stays, can only follow when the new one is there.
      const made = placeOf(currentOf(needed.rid, after)?.stored.id, "create") ?? -1;
      const left = placeOf(object.stored.id, "delete", ...(made < gone ? (["update"] as const) : []));
      if (left !== undefined && gone < left) {
        throw new Error(`${text(needed, before)} was deleted before ${text(object, before)} had left it.`);
      }
    }
  }
}

function neededBy(object: ObjectRow, { objects }: Snapshot): readonly ObjectRow[] {
  const needed = new Set(object.edges.map(({ to }) => to));
  return [...objects.values()].filter(({ rid, status }) => needed.has(rid) && status === "current");
}

function currentOf(rid: number, { objects }: Snapshot): ObjectRow | undefined {
  return [...objects.values()].find((row) => row.rid === rid && row.status === "current");
}

function text({ rid, generation }: ObjectRow, { resources }: Snapshot): string {
  const row = resources.get(rid);
  return row === undefined ? `object ${rid}.${generation}` : labelOf(row);
}

/** Nothing is done that is no step; a step is done once. */
export function checkSteps(
  begun: readonly { readonly action: string; readonly urn: string }[],
  effects: readonly Effect[],
): void {
  const count = new Map<string, number>();
  for (const { action, urn } of begun) {
    // What is adopted is updated in the same step if it differs.
    const key = `${action === "import" ? "update" : action} ${labelOfUrn(urn).split(" ", 1)[0]}`;
    count.set(key, (count.get(key) ?? 0) + 1);
  }
  for (const { action, kind, result, id } of effects) {
    if (result !== "done" || !["create", "update", "delete"].includes(action)) continue;
    const key = `${action} ${kind}`;
    const left = (count.get(key) ?? 0) - 1;
    if (left < 0) throw new Error(`There was a ${key} (${id}) that is no step of the run.`);
    count.set(key, left);
  }
}
