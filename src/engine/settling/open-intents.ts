import type {
  Diagnostic,
  JournalRecord,
  ObjectRow,
  ResourceRow,
  SequencedRecord,
  Snapshot,
  ValueObject,
} from "../../model/index.js";
import { indexSnapshot, replay } from "../../state/index.js";
import type { ProviderCall } from "../../provider/contract/index.js";
import type { Timer } from "../../std/index.js";
import { recordedProvider } from "../planning/plan-removals.js";
import type { ProviderPool } from "../providers/provider-pool.js";
import { leftRunning, type LeftRunningPorts } from "./left-running.js";
import { settleIntent, type Settled, type Verdict } from "./settle.js";

export interface OpenIntentPorts extends LeftRunningPorts {
  readonly pool: ProviderPool;
  readonly call: (urn: string, timeoutMs?: number) => ProviderCall;
  readonly timer: Timer;
  /** The time in ISO 8601. */
  readonly now: () => string;
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
}

/** Where nothing was cut off. */
export const nothingSettled: Pick<SettledState, "held"> = { held: new Map() };

/** Settles what earlier runs left open, before anything else is decided. All are asked about at the same time. */
export async function settleOpenIntents(snapshot: Snapshot, ports: OpenIntentPorts): Promise<SettledState> {
  if (snapshot.open.size === 0) return { snapshot, settled: [], ...nothingSettled };
  const state = indexSnapshot(snapshot);
  const configuration = () => Promise.resolve(undefined);
  const settlePorts = {
    ...ports,
    snapshot,
    provider: (row: ResourceRow, object: ObjectRow) =>
      recordedProvider(row, object, { ...ports, state, configuration }),
  };
  const findings = await Promise.all(
    [...snapshot.open.values()].map(
      async (intent) =>
        (await leftRunning(intent, snapshot.resources.get(intent.rid)!, ports)) ??
        settleIntent(intent, settlePorts),
    ),
  );
  let after = snapshot;
  const settled: Settled[] = [];
  for (const finding of findings) {
    const found = { ...finding, record: finding.record?.(after) };
    if (found.record !== undefined) await ports.append?.(found.record);
    if (found.record !== undefined) after = replay(after, [sequenced(found.record, after)]).snapshot;
    settled.push(found);
  }
  const isHeld = ({ record, isRepeated }: Settled) => record === undefined && !isRepeated;
  return {
    snapshot: { ...after, head: snapshot.head },
    settled,
    held: new Map(settled.filter(isHeld).map(({ urn, diagnostics }) => [urn, diagnostics])),
  };
}

function sequenced(record: Omit<JournalRecord, "runId">, { head }: Snapshot): SequencedRecord {
  return { ...record, runId: "", epoch: 0, sequence: head + 1 };
}
