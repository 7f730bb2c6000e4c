import type { ObjectRow, RunEvent, Snapshot } from "../../../src/model/index.js";
import type { Effect } from "../../../src/testing/cloud/index.js";
import { cloudIdOf } from "../../../src/testing/managed-object.js";
import { labelOf } from "../scenario/label.js";
import { isDeletedInLaterRound } from "./rounds.js";
import type { RunHistory } from "./run-history.js";

/**
 * In one run: what something needs is made and changed before it is; what something needed is taken away after
 * it has gone or moved. A create that an earlier run was cut off in had all it needed then.
 */
export function checkOrder(
  before: Snapshot,
  after: Snapshot,
  effects: readonly Effect[],
  runs: RunHistory,
  events: readonly RunEvent[],
): void {
  const repeated = new Set([...before.open.values()].map(({ key }) => key));
  const done = effects.filter(({ result, token }) => result === "done" && !repeated.has(token ?? ""));
  const placeOf = (object: ObjectRow | undefined, ...actions: readonly Effect["action"][]) =>
    done.findLast(
      (effect) => object !== undefined && actions.includes(effect.action) && isFor(effect, object, runs),
    )?.order;
  for (const object of after.objects.values()) {
    const own = placeOf(object, "create", "update");
    if (own === undefined || object.status !== "current") continue;
    for (const needed of neededBy(object, after)) {
      const theirs = placeOf(needed, "create", "finish", "update");
      if (theirs !== undefined && theirs > own) {
        throw new Error(
          `${text(object, after)} was made or changed before ${text(needed, after)}, which it needs.`,
        );
      }
    }
  }
  // What leaves goes only when those that needed it have moved, or have their own successor, which may come late.
  const isFollowed = ({ rid }: ObjectRow, gone: number): boolean =>
    [...before.objects.values()].some(
      (each) =>
        each.edges.some(({ to }) => to === rid) &&
        ((placeOf(each, "update") ?? -1) > gone ||
          (placeOf(currentOf(each.rid, after), "create") ?? -1) > gone ||
          ((placeOf(each, "delete") ?? -1) > gone && isFollowed(each, gone))),
    );
  for (const object of before.objects.values()) {
    for (const needed of neededBy(object, before)) {
      const gone = placeOf(needed, "delete");
      if (gone === undefined) continue;
      // Whoever needs something that is deleted first, and stays, can only follow when the new one is there.
      const made = placeOf(currentOf(needed.rid, after), "create") ?? -1;
      const left = placeOf(object, "delete", ...(made < gone ? (["update"] as const) : []));
      const wasUndetermined = isDeletedInLaterRound(urnOf(object, before), urnOf(needed, before), events);
      if (left !== undefined && gone < left && !wasUndetermined && !isFollowed(object, gone)) {
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

/** Several records may have one object: an effect belongs to the one whose intent it carries out. */
function isFor({ id, token }: Effect, object: ObjectRow, { intents }: RunHistory): boolean {
  const intent = token === undefined ? undefined : intents.get(token);
  if (intent === undefined) return id === cloudIdOf(object.stored);
  return intent.rid === object.rid && intent.generation === object.generation;
}

function urnOf({ rid }: ObjectRow, { resources }: Snapshot): string {
  return resources.get(rid)?.urn ?? "";
}

function text({ rid, generation }: ObjectRow, { resources }: Snapshot): string {
  const row = resources.get(rid);
  return row === undefined ? `object ${rid}.${generation}` : labelOf(row);
}
