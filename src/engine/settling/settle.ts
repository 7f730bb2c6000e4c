import {
  isDiagnosticError,
  objectKey,
  type Diagnostic,
  type JournalRecord,
  type ObjectRow,
  type OpenIntent,
  type ResourceRow,
  type RowChange,
  type Snapshot,
  type Stored,
} from "../../model/index.js";
import {
  afterDelete,
  inTime,
  longestChangeMs,
  runningRecorder,
  tainted,
  type Remains,
} from "../../apply/index.js";
import { decideAbsentCreate } from "../../plan/index.js";
import type { ConfiguredProvider, Found, ProviderCall } from "../../provider/contract/index.js";
import { shellWord, type Timer } from "../../std/index.js";
import { accepted } from "../providers/accepted.js";
import { problem } from "../diagnostics.js";

export interface SettlePorts {
  readonly snapshot: Snapshot;
  readonly provider: (row: ResourceRow, object: ObjectRow) => Promise<ConfiguredProvider>;
  readonly call: (urn: string, timeoutMs?: number) => ProviderCall;
  /** Like `call`, for waiting: it also ends when the run is stopped. */
  readonly waitingCall: (urn: string) => ProviderCall;
  readonly timer: Timer;
  /** The time in ISO 8601. */
  readonly now: () => string;
  /** Returns how long a create may still take effect, if its type allows `windowMs` after its sender died. */
  readonly lateForMs: (intent: OpenIntent, object: ObjectRow, windowMs: number) => Promise<number>;
  /** The user's decision about a resource whose create cannot be looked up. */
  readonly verdict?: Verdict;
  /** Records results; absent in a plan, which only looks and leaves creates to be planned. */
  readonly append: ((record: Omit<JournalRecord, "runId">) => Promise<void>) | undefined;
}

/** The user's decision about an interrupted create: it made this object, or it certainly made none. */
export type Verdict = { readonly urn: string } & ({ readonly adopt: string } | { readonly absent: true });

/** The result of an interrupted operation. */
export interface Settled {
  readonly urn: string;
  /** The result in words, for the user: adopted, is gone, … */
  readonly what: string;
  /** The outcome to record; undefined while it is uncertain. */
  readonly record: Omit<JournalRecord, "runId"> | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** In a plan: the create will be repeated with its original inputs. */
  readonly isRepeated?: true;
  /** A process that the call started is still running: the outcome is unknown until it ends. */
  readonly isRunning?: true;
  /** In a plan: how long an apply looks for the object before that. */
  readonly waitsMs?: number;
}

/** The result of looking up one operation. The record to write depends on the results of the others. */
export interface Finding extends Omit<Settled, "record"> {
  readonly record?: RecordOn;
}

/** An interrupted create whose object was not found. */
export interface AbsentCreate {
  readonly intent: OpenIntent;
  readonly row: ResourceRow;
  readonly object: ObjectRow;
  readonly provider: ConfiguredProvider;
  /** How long it may take effect after its sender died. */
  readonly windowMs: number;
  /** The remaining part of that time. */
  readonly lateMs: number;
}

export function isAbsent(found: Finding | AbsentCreate): found is AbsentCreate {
  return "intent" in found;
}

type RecordOn = (snapshot: Snapshot) => Omit<JournalRecord, "runId">;

/** Finds out what happened to an interrupted operation by asking the provider, never by guessing. */
export function settleIntent(intent: OpenIntent, ports: SettlePorts): Promise<Finding | AbsentCreate> {
  const row = ports.snapshot.resources.get(intent.rid)!;
  const object = ports.snapshot.objects.get(objectKey(intent.rid, intent.generation))!;
  return unlessRefused(row, async () => {
    switch (intent.action) {
      case "create":
        return settleCreate(intent, row, object, ports);
      case "update":
        return settleUpdate(intent, row);
      case "delete":
        return settleDelete(intent, row, object, ports);
    }
  });
}

/**
 * Looks again for an object that a create may still make. If there is none, repeats the create or leaves it to the
 * plan.
 */
export function settleAbsent(absent: AbsentCreate, ports: SettlePorts): Promise<Finding> {
  const { intent, row, object, provider, lateMs } = absent;
  return unlessRefused(row, async () => {
    if (lateMs > 0) {
      const call = ports.waitingCall(row.urn);
      const found = await findCreated(intent, row, object, provider, { call, lateMs, ports }).catch(
        (error: unknown) => {
          if (!call.signal.aborted) throw error;
        },
      );
      if (found !== undefined) return found;
      if (call.signal.aborted) return open(row, notWaitedFor(row));
    }
    return decideAbsentCreate(intent) === "drop" ? notMade(intent, row) : repeatCreate(absent, ports);
  });
}

async function unlessRefused<Found>(
  row: ResourceRow,
  settle: () => Promise<Found>,
): Promise<Found | Finding> {
  try {
    return await settle();
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    return open(row, ...error.diagnostics);
  }
}

async function settleCreate(
  intent: OpenIntent,
  row: ResourceRow,
  object: ObjectRow,
  ports: SettlePorts,
): Promise<Finding | AbsentCreate> {
  const { urn, type } = row;
  const verdict = ports.verdict?.urn === urn ? ports.verdict : undefined;
  if (verdict !== undefined && "absent" in verdict) return notMade(intent, row);
  const provider = await ports.provider(row, object);
  const call = ports.call(urn);
  const identified = verdict?.adopt ?? intent.identified;
  if (identified !== undefined) {
    const found = accepted(await provider.read(call, { prior: { ...object.stored, id: identified } }));
    if (found.kind === "found") return adopted(intent, row, object, found.stored, ports);
    if (verdict !== undefined) return open(row, noSuchObject(row, identified));
  }
  // The reported id is stronger evidence than a missing object, so search by idempotency key too.
  if (!provider.canFind(type)) return open(row, uncertain(row, identified));
  const found = await findCreated(intent, row, object, provider, { call, lateMs: 0, ports });
  if (found !== undefined) return found;
  const windowMs = provider.lateWithinMs?.(type) ?? 0;
  const lateMs = windowMs === 0 ? 0 : await ports.lateForMs(intent, object, windowMs);
  if (ports.append !== undefined) return { intent, row, object, provider, windowMs, lateMs };
  const settled =
    decideAbsentCreate(intent) === "drop"
      ? notMade(intent, row)
      : ({ urn, what: "will repeat the create", diagnostics: [], isRepeated: true } as const);
  return lateMs === 0 ? settled : { ...settled, waitsMs: lateMs };
}

/** Returns the object that a create made, found by its idempotency key; undefined if there is none. */
async function findCreated(
  intent: OpenIntent,
  row: ResourceRow,
  object: ObjectRow,
  provider: ConfiguredProvider,
  { call, lateMs, ports }: { call: ProviderCall; lateMs: number; ports: SettlePorts },
): Promise<Finding | undefined> {
  const request = { type: row.type, key: intent.key, inputs: object.stored.inputs };
  const found = accepted(await provider.find(call, lateMs > 0 ? { ...request, lateMs } : request));
  if ("kind" in found) return open(row, uncertain(row, intent.identified));
  if (found.length > 1) return open(row, several(row, found));
  const [only] = found;
  return only && adopted(intent, row, object, only.stored, ports);
}

/** The operation stays unresolved until the user decides about it. */
function open({ urn }: ResourceRow, ...diagnostics: readonly Diagnostic[]): Finding {
  return { urn, what: "uncertain", diagnostics };
}

/**
 * Repeats the create with the same idempotency key. If the first call takes effect after all, later runs find two
 * objects.
 */
async function repeatCreate(
  { intent, row, object: before, provider, windowMs }: AbsentCreate,
  ports: SettlePorts,
): Promise<Finding> {
  const object = windowMs === 0 ? before : { ...before, createKey: intent.key };
  const changes: readonly RowChange[] = object === before ? [] : [{ put: "object", row: object }];
  // Rejected if another process has taken over since the lookup: it may have resolved the create already.
  await ports.append?.({ event: { kind: "recorded", what: "repeated create" }, changes });
  const { inputs } = object.stored;
  const planned = { inputs, outputs: {}, change: "some", fields: [] } as const;
  const request = {
    type: row.type,
    planned,
    key: intent.key,
    identified: async (id: string) => {
      const identified: ObjectRow = { ...object, stored: { ...object.stored, id } };
      await ports.append?.({
        event: { kind: "identified", operation: intent.operation, id },
        changes: [{ put: "object", row: identified }],
      });
    },
    ...(ports.append && { running: runningRecorder({ append: ports.append }, intent.operation) }),
  };
  const asThen = ports.call(row.urn, timeGivenThen(intent, object));
  const outcome = await inTime(asThen, ports.timer, (call) => provider.create(call, request));
  switch (outcome.kind) {
    case "ok":
    case "unfinished": {
      const changed = { ...object, modifiedAt: ports.now() };
      return { ...made(intent, row, changed, outcome.stored), what: "created" };
    }
    case "failed":
      return { ...notMade(intent, row), diagnostics: outcome.diagnostics };
    case "uncertain":
      return open(row, ...outcome.diagnostics);
  }
}

/** Returns the timeout that the resource set when the create started; undefined if it used the default. */
function timeGivenThen({ deadline }: OpenIntent, { createdAt }: ObjectRow): number | undefined {
  const given = createdAt === undefined ? Number.NaN : Date.parse(deadline) - Date.parse(createdAt);
  return given > 0 && given !== longestChangeMs ? given : undefined;
}

/** The object exists. How far its create got is unknown, so an update must bring it to its inputs. */
function adopted(
  intent: OpenIntent,
  row: ResourceRow,
  object: ObjectRow,
  found: Stored,
  ports: SettlePorts,
): Finding {
  const stored: Stored = { ...found, unfinished: ["its create was interrupted"] };
  const what = ports.append === undefined ? "will adopt" : "adopted";
  return { ...made(intent, row, object, stored), what };
}

/** The object becomes the current one. The object that it replaces is marked for deletion or dropped. */
function made(
  intent: OpenIntent,
  row: ResourceRow,
  object: ObjectRow,
  stored: Stored,
): Omit<Finding, "what"> {
  const current: ObjectRow = { ...object, status: "current", stored, baseline: stored.outputs };
  const besides = (snapshot: Snapshot) =>
    [...snapshot.objects.values()]
      .filter((each) => each.rid === row.rid && each.generation !== object.generation)
      .flatMap((each): RowChange[] => {
        if (each.status === "current")
          return [
            { put: "object", row: { ...each, status: "doomed" } },
            ...goingWith(row, snapshot).map(tainted),
          ];
        return each.status === "owed" ? [{ drop: "object", rid: each.rid, generation: each.generation }] : [];
      });
  return {
    urn: row.urn,
    record: (snapshot) => ({
      event: { kind: "outcome", operation: intent.operation, result: "adopted" },
      changes: [{ put: "object", row: current }, ...besides(snapshot)],
    }),
    diagnostics: [],
  };
}

/** Returns the objects recorded as replaced together with a resource. The plan that decided it may be lost. */
function goingWith({ rid }: ResourceRow, snapshot: Snapshot): readonly ObjectRow[] {
  return [...snapshot.objects.values()].filter(
    ({ status, edges }) =>
      status === "current" &&
      edges.some(({ kind, to }) => to === rid && (kind === "replace-with" || kind === "deleted-with")),
  );
}

/** There certainly is no object. The next plan creates it if the program still declares it. */
function notMade(intent: OpenIntent, { urn }: ResourceRow): Finding {
  const record = withoutObject(intent, "absent");
  return { urn, what: "was not made", record, diagnostics: [] };
}

function withoutObject(intent: OpenIntent, result: "absent" | "ok"): RecordOn {
  return (snapshot) => {
    const object = snapshot.objects.get(objectKey(intent.rid, intent.generation))!;
    return {
      event: { kind: "outcome", operation: intent.operation, result },
      changes: afterDelete(object, remainsOf(object, snapshot)),
    };
  };
}

/** Whether the update took effect does not matter: another update brings the object to its inputs. */
function settleUpdate({ operation, rid, generation }: OpenIntent, { urn }: ResourceRow): Finding {
  const record: RecordOn = ({ objects }) => {
    const object = objects.get(objectKey(rid, generation))!;
    const stored: Stored = { ...object.stored, unfinished: ["an update was interrupted"] };
    return {
      event: { kind: "outcome", operation, result: "partial" },
      changes: [{ put: "object", row: { ...object, stored } }],
    };
  };
  return { urn, what: "will be updated again", record, diagnostics: [] };
}

async function settleDelete(
  intent: OpenIntent,
  row: ResourceRow,
  object: ObjectRow,
  ports: SettlePorts,
): Promise<Finding> {
  const provider = await ports.provider(row, object);
  const request = { prior: object.stored, mayBeGone: true };
  const found = accepted(await provider.read(ports.call(row.urn), request));
  if (found.kind === "found") {
    const event = { kind: "outcome", operation: intent.operation, result: "failed" } as const;
    return { urn: row.urn, what: "is still there", record: () => ({ event, changes: [] }), diagnostics: [] };
  }
  return { urn: row.urn, what: "is gone", record: withoutObject(intent, "ok"), diagnostics: [] };
}

/** Returns what remains of a resource without this object. If others depend on it, its new object is owed. */
function remainsOf({ rid, generation, status }: ObjectRow, { resources, objects }: Snapshot): Remains {
  const others = [...objects.values()].filter((each) => each.rid !== rid || each.generation !== generation);
  if (others.some((each) => each.rid === rid)) return "resource";
  const isNeeded =
    others.some(({ edges, provider }) => provider === rid || edges.some(({ to }) => to === rid)) ||
    [...resources.values()].some(({ parent }) => parent === rid);
  return status !== "doomed" && isNeeded ? "owed" : "nothing";
}

function uncertain({ urn, type, name }: ResourceRow, identified: string | undefined): Diagnostic {
  const looked =
    identified === undefined
      ? ", and the provider cannot look up what it made"
      : `. Its object ${JSON.stringify(identified)} does not exist, and the provider cannot look up whether it made another one`;
  return problem("engine/uncertain", {
    detail: `The create of ${type} ${JSON.stringify(name)} was interrupted${looked}. The resource and its dependents are held back.`,
    hint: `If the object exists:\n    coco recover ${shellWord(name)} --adopt <id>\nIf it does not:\n    coco recover ${shellWord(name)} --absent`,
    resource: urn,
  });
}

function several({ urn, name }: ResourceRow, found: readonly Found[]): Diagnostic {
  const ids = found.map(({ stored }) => stored.id ?? "?").join(", ");
  return problem("engine/uncertain", {
    detail: `The create of ${JSON.stringify(name)} was interrupted, and ${found.length} objects have its idempotency key: ${ids}.`,
    hint: `Delete all but one of them, then adopt that one:\n    coco recover ${shellWord(name)} --adopt <id>`,
    resource: urn,
  });
}

function notWaitedFor({ urn, type, name }: ResourceRow): Diagnostic {
  return problem("engine/uncertain", {
    detail: `The create of ${type} ${JSON.stringify(name)} was interrupted, and this run was stopped while it waited to see whether the create still takes effect. The resource and its dependents are held back.`,
    hint: "Run again. The next run waits for the remaining time, then repeats the create.",
    resource: urn,
  });
}

function noSuchObject({ urn, type, name }: ResourceRow, id: string): Diagnostic {
  return problem("engine/uncertain", {
    detail: `There is no ${type} with the id ${JSON.stringify(id)}, so the create of ${JSON.stringify(name)} cannot have made it.`,
    hint: `Check the id. If the create made no object:\n    coco recover ${shellWord(name)} --absent`,
    resource: urn,
  });
}
