import { sampleMachine } from "../../src/store/conformance/index.js";
import { memoryStore, openStore, type StorePorts } from "../../src/store/internal.js";
import { readAll, rowText, stateTables } from "../../src/store/raw/index.js";
import type { RawHead, RawRecord, RawRow, RawStack, RawStore } from "../../src/store/raw/index.js";
import { address, writeSample } from "./sample-state.js";

/** All that a backend keeps of a stack, as plain rows. */
export type Kept = { readonly [Table in TableName]: readonly RawRow[] };

export type TableName = (typeof tableNames)[number];

export const tableNames = ["stack", "journal", "resource", "object", "intent", "output", "run"] as const;

/** The sample as it is, as it was after each commit before, and a process that comes after the last one has died. */
export async function keptSample(): Promise<{
  readonly kept: Kept;
  readonly earlier: readonly Kept[];
  readonly ports: StorePorts;
}> {
  const machine = sampleMachine();
  const commits: Kept[] = [];
  const raw = observed(memoryStore(), (kept) => commits.push(kept));
  await writeSample(await (await openStore(raw, machine.process(1))).open(address, { create: true }));
  machine.kill(1);
  return { kept: commits.at(-1)!, earlier: commits.slice(0, -1), ports: machine.process(2) };
}

function observed(raw: RawStore, see: (kept: Kept) => void): RawStore {
  return {
    ...raw,
    create: async (head) => {
      const stack = await raw.create(head);
      const append: RawStack["append"] = async (batch) => {
        const found = await stack.append(batch);
        see(await keptOf(stack));
        return found;
      };
      return { ...stack, append };
    },
  };
}

async function keptOf(stack: RawStack): Promise<Kept> {
  const { head, rows } = await readAll(stack);
  const plain = (row: object) => row as RawRow;
  const journal = (await stack.journal(0)).map(plain);
  return { ...rows, stack: [plain(head)], journal, run: await stack.runs() };
}

/** A store that has these rows and takes no others. */
export function storeOfRows(kept: Kept): RawStore {
  const head = kept.stack[0] as unknown as RawHead;
  const records = [...(kept.journal as unknown as readonly RawRecord[])].sort(
    (one, two) => one.seq - two.seq,
  );
  const after = (sequence: number) => records.filter(({ seq }) => seq > sequence);
  const stack: RawStack = {
    read: async (begin) => {
      const take = begin(head);
      for (const table of stateTables)
        for (const row of kept[table]) take?.(table, rowText(table, row), String(row["mac"]));
      return { head, tail: after(head.checkpoint_seq) };
    },
    head: async () => head,
    append: () => Promise.reject(new Error("It is about to write.")),
    journal: async (sequence) => after(sequence),
    lastBefore: async (epoch) => records.findLast((record) => record.epoch < epoch),
    runs: async () => [...kept.run].sort((one, two) => Number(one["epoch"]) - Number(two["epoch"])),
    settle: async () => {},
    close: async () => {},
  };
  return {
    list: async () => [address],
    exists: async () => true,
    where: async () => ({ text: "memory" }),
    open: async () => stack,
    create: async () => stack,
    restore: async () => false,
    remove: async () => {},
  };
}
