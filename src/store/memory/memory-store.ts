import { byAddress, keyOf, rowText, stateTables } from "../raw/index.js";
import type {
  RawBatch,
  RawHead,
  RawLease,
  RawRecord,
  RawRow,
  RawStack,
  RawStore,
  StackAddress,
  StateTable,
} from "../raw/index.js";
import { takenAway } from "../taken-away.js";
import { JSON } from "../../std/plain-json.js";
import type { Timer } from "../../std/timer.js";

export interface MemoryOptions {
  /** If given, runs hold stacks by leases that expire by this clock and are renewed by this timer. */
  readonly leases?: { readonly now: () => number; readonly timer: Timer };
}

/**
 * Returns a store in memory. All stacks opened from one memory store share their data, like processes that share a
 * folder.
 */
export function memoryStore({ leases }: MemoryOptions = {}): RawStore {
  const stacks = new Map<string, Contents>();
  const stackOf = (contents: Contents) => memoryStack(contents, stacks, leases);
  return {
    isTemporary: true,
    async list(project) {
      const all = [...stacks.values()].map(({ head: { project, name } }) => ({ project, name }));
      return all.filter((each) => project === undefined || each.project === project).sort(byAddress);
    },
    async exists(address) {
      return stacks.has(keyOfStack(address));
    },
    async where() {
      return { text: "memory" };
    },
    async open(address) {
      const found = stacks.get(keyOfStack(address));
      return found && stackOf(found);
    },
    async create(head) {
      const key = keyOfStack(head);
      const contents = stacks.get(key) ?? emptyStack(head);
      stacks.set(key, contents);
      return stackOf(contents);
    },
    async restore({ head, records, rows, runs }) {
      if (stacks.has(keyOfStack(head))) return false;
      const contents = emptyStack(head);
      const changes = rows.map(({ table, row }) => ({ table, put: row }));
      enter(contents, structuredClone({ head, records, changes, runs }));
      stacks.set(keyOfStack(head), contents);
      return true;
    },
    async remove(address) {
      stacks.delete(keyOfStack(address));
    },
  };
}

interface Contents {
  head: RawHead;
  readonly journal: RawRecord[];
  readonly rows: { readonly [Table in StateTable]: Map<string, RawRow> };
  readonly runs: Map<string, RawRow>;
  /** On the clock of the leases. */
  leasedUntil: number;
}

function emptyStack(head: RawHead): Contents {
  const rows = { resource: new Map(), object: new Map(), intent: new Map(), output: new Map() };
  return { head, journal: [], rows, runs: new Map(), leasedUntil: 0 };
}

function memoryStack(
  contents: Contents,
  stacks: ReadonlyMap<string, Contents>,
  leases: MemoryOptions["leases"],
): RawStack {
  const isThere = () => stacks.get(keyOfStack(contents.head)) === contents;
  return {
    ...(leases && { lease: memoryLease(contents, isThere, leases) }),
    async read(begin) {
      const head = copy(contents.head);
      const take = begin(head);
      for (const table of stateTables)
        for (const row of contents.rows[table].values())
          take?.(table, rowText(table, row), String(row["mac"]));
      return { head, tail: after(contents, head.checkpoint_seq) };
    },
    async head() {
      return copy(contents.head);
    },
    async append(batch) {
      if (!isThere()) throw takenAway();
      const nowMs = leases?.now() ?? 0;
      if (stands(contents.head, batch) && mayTake(contents, batch.lease, nowMs)) {
        enter(contents, structuredClone(batch));
        if (batch.lease !== undefined) contents.leasedUntil = nowMs + batch.lease.ms;
      }
      return copy(contents.head);
    },
    async journal(sequence) {
      return after(contents, sequence);
    },
    async lastBefore(epoch) {
      return contents.journal.findLast((record) => record.epoch < epoch);
    },
    async runs() {
      return [...contents.runs.values()].map(copy);
    },
    async settle() {},
    async close() {},
  };
}

function stands(head: RawHead, { expected }: RawBatch): boolean {
  return head.epoch === expected.epoch && head.head_hash === expected.head_hash;
}

/** A batch that takes no lease may always commit: it is checked by its epoch. */
function mayTake({ head, leasedUntil }: Contents, lease: RawBatch["lease"], nowMs: number): boolean {
  return lease === undefined || head.holder === null || lease.deadKnown || leasedUntil <= nowMs;
}

function memoryLease(
  contents: Contents,
  isThere: () => boolean,
  { now, timer }: NonNullable<MemoryOptions["leases"]>,
): RawLease {
  return {
    async left() {
      return contents.leasedUntil - now();
    },
    keep({ epoch, ms, since, clock }) {
      let goodUntil = since + ms;
      let cancel = () => {};
      const lost = new AbortController();
      const renew = () => {
        const sent = clock();
        if (!isThere() || contents.head.epoch !== epoch) return lost.abort();
        contents.leasedUntil = Math.max(contents.leasedUntil, now() + ms);
        goodUntil = sent + ms;
        cancel = timer.after(ms / 4, renew);
      };
      cancel = timer.after(ms / 4, renew);
      return { goodUntil: () => goodUntil, lost: lost.signal, stop: () => cancel() };
    },
  };
}

function enter(contents: Contents, batch: Omit<RawBatch, "expected">): void {
  contents.head = batch.head;
  contents.journal.push(...batch.records);
  const { pruned } = batch;
  if (pruned !== undefined) {
    const kept = contents.journal.findIndex(({ seq }) => seq > pruned);
    contents.journal.splice(0, kept === -1 ? contents.journal.length : kept);
  }
  for (const change of batch.changes) {
    const rows = contents.rows[change.table];
    if ("put" in change) rows.set(keyText(keyOf(change.table, change.put)), change.put);
    else rows.delete(keyText(change.drop));
  }
  for (const row of batch.runs) contents.runs.set(keyText(keyOf("run", row)), row);
}

function after({ journal }: Contents, sequence: number): RawRecord[] {
  const first = journal.findIndex(({ seq }) => seq > sequence);
  return first === -1 ? [] : journal.slice(first).map(copy);
}

const keyOfStack = ({ project, name }: StackAddress) => keyText([project, name]);
const keyText = (key: readonly unknown[]) => JSON.stringify(key);
const copy = <Row extends object>(row: Row): Row => ({ ...row });

/** Accepts `memory:` with nothing after it. */
export function memoryAt(place: string): RawStore | undefined {
  return place === "" ? memoryStore() : undefined;
}
