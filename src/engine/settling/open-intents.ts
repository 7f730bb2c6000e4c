import type { Diagnostic, JournalRecord, SequencedRecord, Snapshot, ValueObject } from "../../model/index.js";
import { indexSnapshot, replay } from "../../state/index.js";
import type { ProviderCall } from "../../provider/contract/index.js";
import type { Timer } from "../../std/index.js";
import type { RepeatedCreate } from "../facts/repeated-create.js";
import { recordedProvider } from "../planning/plan-removals.js";
import type { ProviderPool } from "../providers/provider-pool.js";
import { settleIntent, type Settled, type Verdict } from "./settle.js";

export interface OpenIntentPorts {
  readonly pool: ProviderPool;
  readonly call: (urn: string, timeoutMs?: number) => ProviderCall;
  readonly timer: Timer;
  readonly config: ValueObject;
  /** What someone has decided over one of them. */
  readonly verdict?: Verdict;
  /** Where outcomes are recorded; absent in a plan, which only looks. */
  readonly append: ((record: Omit<JournalRecord, "runId">) => Promise<void>) | undefined;
}

/** State with every intent settled that can be, and what was found out about each. */
export interface SettledState {
  readonly snapshot: Snapshot;
  readonly settled: readonly Settled[];
  /** Why some stay open, by URN: they and what depends on them are held back. */
  readonly held: ReadonlyMap<string, readonly Diagnostic[]>;
  /** In a plan, by URN: what is not in `snapshot`, and will be by the time that the plan is applied. */
  readonly repeats: ReadonlyMap<string, RepeatedCreate>;
}

/** Where nothing was cut off. */
export const nothingSettled: Pick<SettledState, "held" | "repeats"> = { held: new Map(), repeats: new Map() };

/** Settles what earlier runs left open, before anything else is decided. */
export async function settleOpenIntents(snapshot: Snapshot, ports: OpenIntentPorts): Promise<SettledState> {
  if (snapshot.open.size === 0) return { snapshot, settled: [], ...nothingSettled };
  const state = indexSnapshot(snapshot);
  const configuration = () => Promise.resolve(undefined);
  const settled: Settled[] = [];
  for (const intent of snapshot.open.values()) {
    const found = await settleIntent(intent, {
      snapshot,
      provider: (row, object) => recordedProvider(row, object, { ...ports, state, configuration }),
      call: ports.call,
      timer: ports.timer,
      append: ports.append,
      ...(ports.verdict && { verdict: ports.verdict }),
    });
    if (found.record !== undefined) await ports.append?.(found.record);
    settled.push(found);
  }
  const records = settled.flatMap(({ record }) => (record === undefined ? [] : [record]));
  const sequenced = records.map((record, index): SequencedRecord => ({
    ...record,
    runId: "",
    epoch: 0,
    sequence: snapshot.head + index + 1,
  }));
  const after = replay(snapshot, sequenced).snapshot;
  return {
    snapshot: { ...after, head: snapshot.head },
    settled,
    held: new Map(
      settled.flatMap(({ urn, record, diagnostics }) => (record === undefined ? [[urn, diagnostics]] : [])),
    ),
    repeats: new Map(
      settled.flatMap(({ urn, repeats: object }) =>
        object === undefined ? [] : [[urn, { row: snapshot.resources.get(object.rid)!, object }]],
      ),
    ),
  };
}
