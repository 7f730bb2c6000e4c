import {
  objectKey,
  type Diagnostic,
  type JournalRecord,
  type ObjectRow,
  type OpenIntent,
  type PlannedDelete,
  type ResourceRow,
  type RunEvent,
  type SequencedRecord,
  type Snapshot,
} from "../../model/index.js";
import { indexSnapshot, replay } from "../../state/index.js";
import type { ProviderCall } from "../../provider/contract/index.js";
import type { Timer } from "../../std/index.js";
import type { StackConfig } from "../providers/default-configuration.js";
import type { ProviderPool } from "../providers/provider-pool.js";
import type { RunRow } from "../../store/internal.js";
import { lateForMs } from "../../plan/index.js";
import { lastSignOf, runOf } from "./last-sign.js";
import { leftRunning, type LeftRunningPorts } from "./left-running.js";
import { findSecondObjects, objectsToLookFor } from "./second-objects.js";
import {
  isAbsent,
  settleAbsent,
  settleIntent,
  type Finding,
  type Settled,
  type SettlePorts,
  type Verdict,
} from "./settle.js";
import { recordedProvider, type RecordedProviderPorts } from "../providers/recorded-provider.js";

export interface OpenIntentPorts extends LeftRunningPorts {
  readonly pool: ProviderPool;
  readonly call: (urn: string, timeoutMs?: number) => ProviderCall;
  /** Like `call`, for waiting: it also ends when the run is stopped. */
  readonly waitingCall: (urn: string) => ProviderCall;
  /** All runs, the latest last. */
  readonly history: () => Promise<readonly RunRow[]>;
  /** The current run; absent in a plan. */
  readonly runId: string | undefined;
  /** True: also check whether repeated creates made second objects. */
  readonly seeksSecond: boolean;
  /** Called before waiting for creates that may still take effect. */
  readonly onWaiting: ((waiting: AwaitedCreates) => void) | undefined;
  readonly timer: Timer;
  /** The time in ISO 8601. */
  readonly now: () => string;
  readonly settings: StackConfig;
  readonly settingsNow: RecordedProviderPorts["settingsNow"];
  /** The user's decision about one of them. */
  readonly verdict?: Verdict;
  /** Records outcomes; absent in a plan, which only looks. */
  readonly append: ((record: Omit<JournalRecord, "runId">) => Promise<void>) | undefined;
}

/** Creates that may still take effect, the runs that sent them, and the time to wait for them. */
export type AwaitedCreates = Omit<Extract<RunEvent, { kind: "waiting-for-creates" }>, "kind">;

/** State with all interrupted operations resolved that can be, and the result of each. */
export interface SettledState {
  readonly snapshot: Snapshot;
  readonly settled: readonly Settled[];
  /** Operations that could not be resolved, by URN, with the reasons. Their resources and dependents are held back. */
  readonly held: ReadonlyMap<string, readonly Diagnostic[]>;
  /** Warnings about objects that were created twice. */
  readonly warnings: readonly Diagnostic[];
  /** The plans of interrupted deletes, by object. */
  readonly interruptedDeletes: ReadonlyMap<string, PlannedDelete>;
}

/** The result if no operation was interrupted. */
export const nothingSettled: Pick<SettledState, "held" | "warnings" | "interruptedDeletes"> = {
  held: new Map(),
  warnings: [],
  interruptedDeletes: new Map(),
};

/** True if there is anything to resolve before a plan is made or applied. */
export function isUnsettled(snapshot: Snapshot, seeksSecond: boolean): boolean {
  return snapshot.open.size > 0 || (seeksSecond && objectsToLookFor(snapshot).length > 0);
}

/**
 * Resolves the interrupted operations of earlier runs, before anything else is decided. All are looked up concurrently.
 */
export async function settleOpenIntents(snapshot: Snapshot, ports: OpenIntentPorts): Promise<SettledState> {
  if (!isUnsettled(snapshot, ports.seeksSecond)) return { snapshot, settled: [], ...nothingSettled };
  const state = indexSnapshot(snapshot);
  const configuration = () => Promise.resolve(undefined);
  const settlePorts: SettlePorts = {
    ...ports,
    snapshot,
    provider: (row: ResourceRow, object: ObjectRow) =>
      recordedProvider(row, object, { ...ports, state, configuration }),
    lateForMs: lateTimes(ports),
  };
  const [second, findings] = await Promise.all([
    findSecondObjects(ports.seeksSecond ? objectsToLookFor(snapshot) : [], settlePorts),
    findOut([...snapshot.open.values()], settlePorts, ports),
  ]);
  let after = snapshot;
  if (second.changes.length > 0 && ports.append !== undefined) {
    const looked = {
      event: { kind: "recorded", what: "checked for a second object" },
      changes: second.changes,
    } as const;
    await ports.append(looked);
    after = replay(after, [sequenced(looked, after)]).snapshot;
  }
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
    warnings: second.warnings,
    interruptedDeletes: interruptedDeletes(snapshot),
  };
}

/** Returns the interrupted deletes whose provider planned them and returned opaque data. */
function interruptedDeletes({ open }: Snapshot): SettledState["interruptedDeletes"] {
  const deletes = new Map<string, PlannedDelete>();
  for (const { action, rid, generation, opaque } of open.values())
    if (action === "delete" && opaque !== undefined) deletes.set(objectKey(rid, generation), { opaque });
  return deletes;
}

/** First looks up all operations, then waits together for those that may still take effect. */
async function findOut(
  open: readonly OpenIntent[],
  ports: SettlePorts,
  asked: OpenIntentPorts,
): Promise<readonly Finding[]> {
  const { onWaiting } = asked;
  const rowOf = ({ rid }: OpenIntent) => ports.snapshot.resources.get(rid)!;
  const found = await Promise.all(
    open.map(
      async (intent) => (await leftRunning(intent, rowOf(intent), asked)) ?? settleIntent(intent, ports),
    ),
  );
  const late = found.filter(isAbsent).filter(({ lateMs }) => lateMs > 0);
  if (late.length > 0)
    onWaiting?.({
      urns: late.map(({ row }) => row.urn),
      runIds: [...new Set(late.map(({ intent }) => runOf(intent.operation)))],
      upToMs: Math.max(...late.map(({ lateMs }) => lateMs)),
    });
  return Promise.all(found.map(async (each) => (isAbsent(each) ? settleAbsent(each, ports) : each)));
}

/**
 * Returns how long creates may still take effect, counted up to the start of this run, not until now. It compares only
 * the end of an earlier run and the start of this one, so a clock change during this run has no effect.
 */
function lateTimes({ history, runId, now }: OpenIntentPorts): SettlePorts["lateForMs"] {
  let runs: Promise<readonly RunRow[]> | undefined;
  return async (intent, object, windowMs) => {
    const all = await (runs ??= history());
    const own = all.find((each) => each.runId === runId);
    const earlier = all.filter((each) => each !== own);
    const seenAt = lastSignOf(intent, object, earlier);
    return lateForMs({ windowMs, seenAt, now: own?.begunAt ?? now() });
  };
}

function sequenced(record: Omit<JournalRecord, "runId">, { head }: Snapshot): SequencedRecord {
  return { ...record, runId: "", epoch: 0, sequence: head + 1 };
}
