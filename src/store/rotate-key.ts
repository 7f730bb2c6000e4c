import type { KeySource } from "./ports.js";
import type { RawChange, RawRow, StateRow } from "./raw/index.js";
import { checkRow, isAuthentic, resealRow } from "./rows/index.js";
import { rewrapped, withNewKey, withOldRetired, type KeyRing, type Wrapping } from "./seal/index.js";
import type { Rotation } from "./store.js";

/** What changing keys needs of the run that holds the stack. */
export interface KeyPorts {
  /** As it is after everything written. */
  ring(): KeyRing;
  readonly source: KeySource;
  randomBytes(count: number): Uint8Array;
  /** The rows of state, read and checked. */
  rows(): Promise<readonly StateRow[]>;
  runs(): Promise<readonly RawRow[]>;
  /** Resolves when one commit is durable: its record, the rows, and the ring if there is another. */
  write(change: KeyWrite): Promise<void>;
}

export interface KeyWrite {
  /** For the journal. */
  readonly what: string;
  readonly ring?: KeyRing;
  /** Rows that say what they said before, sealed otherwise. They are authenticated anew. */
  readonly resealed?: readonly RawChange[];
  readonly runs?: readonly RawRow[];
}

/** As many rows as are sealed in one commit. */
const batchRows = 256;

/**
 * Each commit leaves a stack that opens: from the first one on both keys are in the ring, rows are written with the
 * new one, and which rows are still to come shows by the key that authenticates them. So what was cut off is
 * finished by whoever rotates next, and the old key retires only when nothing but old records needs it.
 */
export async function rotateKey(ports: KeyPorts, others: () => Promise<void>): Promise<Rotation> {
  const resumed = ports.ring().active.length > 1;
  if (!resumed) {
    const ring = await withNewKey(ports.ring(), ports.source, ports.randomBytes);
    await ports.write({ what: `key ${ring.current.id} made`, ring });
  }
  const key = ports.ring().current.id;
  const rows = await resealRows(ports);
  await authenticateRuns(ports);
  await others();
  const retired = withOldRetired(ports.ring());
  await ports.write({ what: `key ${key} alone in use`, ring: retired });
  return { key, resumed, rows };
}

/** One commit. The new key file is durable before it. */
export async function rewrapKey(ports: KeyPorts, source: KeySource): Promise<Wrapping> {
  const ring = await rewrapped(ports.ring(), source, ports.randomBytes);
  await ports.write({ what: "keys wrapped anew", ring });
  const last = ring.wrapped.at(-1)!;
  return last.by === "passphrase"
    ? { by: last.by, cost: last.cost, salt: last.salt }
    : { by: last.by, file: last.file };
}

async function resealRows(ports: KeyPorts): Promise<number> {
  const { current, sealer } = ports.ring();
  const rows = await ports.rows();
  const old = rows.filter(({ table, row }) => !isAuthentic(current, table, row));
  for (const batch of batches(old)) {
    const resealed = batch.map(({ table, row }) => ({ table, put: resealRow(table, row, sealer) }));
    await ports.write({ what: `${batch.length} rows sealed with key ${current.id}`, resealed });
  }
  return old.length;
}

/** Rows of the history hold nothing sealed. */
async function authenticateRuns(ports: KeyPorts): Promise<void> {
  const ring = ports.ring();
  const old = (await ports.runs()).filter((row) => !isAuthentic(ring.current, "run", row));
  for (const row of old) checkRow(ring, "run", row, 0);
  for (const runs of batches(old)) {
    await ports.write({ what: `${runs.length} runs authenticated with key ${ring.current.id}`, runs });
  }
}

function batches<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / batchRows);
  return Array.from({ length: count }, (_, index) => items.slice(index * batchRows, (index + 1) * batchRows));
}
