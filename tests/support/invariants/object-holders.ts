import { objectKey, type ObjectRow, type SequencedRecord, type Snapshot } from "../../../src/model/index.js";
import type { Effect } from "../../../src/testing/cloud/index.js";
import { cloudIdOf } from "../../../src/testing/managed-object.js";
import { textOf, writesOf, type LateCalls } from "./check-calls.js";
import type { RunHistory, WatchedIntent } from "./run-history.js";

/** A record that had an object as the current one of its resource. */
interface Holding {
  readonly key: string;
  readonly id: string;
  readonly urn: string;
  /** The place in the journal since which it had it. */
  readonly since: number;
  /** How much had been asked of the cloud when it had it no longer. */
  until: number;
}

/** Which resources had which objects, and when, as the journal tells. */
export class ObjectHolders {
  readonly #byId = new Map<string, Holding[]>();
  readonly #byKey = new Map<string, Holding>();

  /** `landed`: how much had been asked of the cloud when the record was durable; absent where nobody looked on. */
  enter({ sequence, changes }: SequencedRecord, after: Snapshot, landed: number | undefined): void {
    for (const change of changes) {
      if ("drop" in change && change.drop === "object")
        this.#end(objectKey(change.rid, change.generation), landed);
      if ("put" in change && change.put === "object") {
        this.#put(change.row, after, sequence, landed);
      }
    }
  }

  /** The URN of another resource that had the object when an effect came, and before the intent to it was written. */
  holderAt({ id, order }: Effect, { rid, generation, sequence }: WatchedIntent): string | undefined {
    const key = objectKey(rid, generation);
    const all = this.#byId.get(id ?? "") ?? [];
    return all.find((each) => each.key !== key && each.since < sequence && order < each.until)?.urn;
  }

  #put(row: ObjectRow, { resources }: Snapshot, since: number, landed: number | undefined): void {
    const key = objectKey(row.rid, row.generation);
    const { kind, urn = "" } = resources.get(row.rid) ?? {};
    const id = kind === "custom" && row.status === "current" ? cloudIdOf(row.stored) : undefined;
    if (this.#byKey.get(key)?.id === id) return;
    this.#end(key, landed);
    if (id === undefined) return;
    const holding = { key, id, urn, since, until: Infinity };
    this.#byKey.set(key, holding);
    this.#byId.set(id, [...(this.#byId.get(id) ?? []), holding]);
  }

  #end(key: string, landed: number | undefined): void {
    const holding = this.#byKey.get(key);
    if (holding !== undefined) holding.until = landed ?? 0;
    this.#byKey.delete(key);
  }
}

/**
 * The ids of objects that were deleted while a create of another record returned them. Neither could know of the other,
 * so they may be gone; a run in which that happens must not succeed unless it has noticed.
 */
export function lostToDeletes(
  effects: readonly Effect[],
  all: readonly Effect[],
  { intents }: RunHistory,
): readonly string[] {
  return effects.flatMap(({ action, result, id, order, token }) => {
    const deletion = action === "delete" && result === "done" ? intents.get(token ?? "") : undefined;
    const written = all.findLast((each) => each.id === id && each.action === "create" && each.order < order);
    const creation = intents.get(written?.token ?? "");
    if (deletion === undefined || creation === undefined || id === undefined) return [];
    const isOwn = creation.rid === deletion.rid && creation.generation === deletion.generation;
    const isConcurrent = (creation.answered ?? Infinity) > deletion.sequence;
    return !isOwn && isConcurrent ? [id] : [];
  });
}

/**
 * No object is deleted that is the current one of another resource. What becomes the object of another while its delete is
 * under way may be lost; the run notices, and its record then says that it is to be created again.
 */
export function checkLiveObjects(
  effects: readonly Effect[],
  runs: RunHistory,
  holders: ObjectHolders,
  late: LateCalls = new Map(),
): void {
  for (const effect of writesOf(effects)) {
    const intent = runs.intentAt(effect.token!, effect.order);
    if (effect.action !== "delete" || effect.result !== "done" || late.has(effect.order)) continue;
    const holder = intent && holders.holderAt(effect, intent);
    if (holder !== undefined)
      throw new Error(`There was a ${textOf(effect)} for ${intent!.urn}, and it is the object of ${holder}.`);
  }
}
