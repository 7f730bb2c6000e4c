import { byAddress, keyOf, rowText, stateTables } from "../raw/index.js";
import type {
  RawBatch,
  RawHead,
  RawRecord,
  RawRow,
  RawStack,
  RawStore,
  StackAddress,
  StateTable,
} from "../raw/index.js";
import { takenAway } from "../taken-away.js";
import { JSON } from "../../std/plain-json.js";

/** What is opened from one memory store sees one set of stacks, as processes see one folder. */
export function memoryStore(): RawStore {
  const stacks = new Map<string, Contents>();
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
      return found && memoryStack(found, stacks);
    },
    async create(head) {
      const key = keyOfStack(head);
      const contents = stacks.get(key) ?? { head, journal: [], rows: noRows(), runs: new Map() };
      stacks.set(key, contents);
      return memoryStack(contents, stacks);
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
}

function noRows(): Contents["rows"] {
  return { resource: new Map(), object: new Map(), intent: new Map(), output: new Map() };
}

function memoryStack(contents: Contents, stacks: ReadonlyMap<string, Contents>): RawStack {
  return {
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
      if (stacks.get(keyOfStack(contents.head)) !== contents) throw takenAway();
      if (stands(contents.head, batch)) enter(contents, structuredClone(batch));
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

function enter(contents: Contents, batch: RawBatch): void {
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

/** `memory:`, and nothing behind it. */
export function memoryAt(place: string): RawStore | undefined {
  return place === "" ? memoryStore() : undefined;
}
