import type { Effect } from "../../../src/testing/cloud/index.js";
import type { RunHistory, WatchedIntent } from "./run-history.js";

/** What a process asked for when another had taken over, by its place in the record of the cloud: the epoch of the first. */
export type LateCalls = ReadonlyMap<number, number>;

/**
 * Whatever the cloud was asked to change belongs to an intent that was durable by then and had no outcome yet, and is
 * what the intent says. Of a process that another has taken over from, only what it had begun may still arrive.
 */
export function checkCalls(effects: readonly Effect[], runs: RunHistory, late: LateCalls = new Map()): void {
  for (const intent of runs.intents.values()) checkRepeats(intent);
  for (const effect of writesOf(effects)) {
    const intent = runs.intentAt(effect.token!, effect.order);
    const what = `The cloud was asked to ${textOf(effect)}`;
    if (intent === undefined) throw new Error(`${what}, and no intent has its key.`);
    if (intent.action !== (effect.action === "finish" ? "create" : effect.action))
      throw new Error(`${what}, and the intent with its key is to ${intent.action} ${intent.urn}.`);
    if (effect.action !== "create" && intent.id !== undefined && intent.id !== effect.id)
      throw new Error(`${what}, and the intent with its key is about ${intent.id}.`);
    if (intent.durableAt !== undefined && intent.durableAt > effect.order)
      throw new Error(`${what} before the intent to do so was durable.`);
    checkTime(what, effect, intent, late.get(effect.order));
  }
}

/** A key is used again only by the run that has recorded that its call did not happen, for the same. */
function checkRepeats(intent: WatchedIntent): void {
  for (let last = intent; last.repeats !== undefined; last = last.repeats) {
    const { repeats: first } = last;
    const isSame = first.action === last.action && first.urn === last.urn && first.runId === last.runId;
    if (!isSame || first.result !== "failed")
      throw new Error(`The key of an intent to ${first.action} ${first.urn} is used for another one.`);
  }
}

function checkTime(what: string, { order }: Effect, intent: WatchedIntent, epoch: number | undefined): void {
  if (epoch !== undefined) {
    if (intent.epoch > epoch) throw new Error(`${what} for an intent of those who had taken over.`);
    return;
  }
  if (intent.endedAt !== undefined && intent.endedAt <= order)
    throw new Error(`${what} when what had come of it was recorded already.`);
}

/** The effects that change something. Hooks of a test's own that say no key are left out. */
export function writesOf(effects: readonly Effect[]): readonly Effect[] {
  return effects.filter(({ action, token }) => action !== "read" && action !== "find" && token !== undefined);
}

export function textOf({ action, kind, name, id }: Effect): string {
  return `${action} ${kind} ${name}${id === undefined ? "" : ` (${id})`}`;
}
