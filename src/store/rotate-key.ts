import type { KeySource } from "./ports.js";
import type { RawChange, RawRow, StateRow } from "./raw/index.js";
import { checkRow, isAuthentic, resealRow } from "./rows/index.js";
import { rewrapped, withNewKey, withOldRetired, type KeyRing, type Wrapping } from "./seal/index.js";
import type { Rotation } from "./store.js";

/** Operations on the locked stack that key rotation needs. */
export interface KeyPorts {
  /** The current keys, including all writes so far. */
  ring(): KeyRing;
  readonly source: KeySource;
  randomBytes(count: number): Uint8Array;
  /** The rows of state, read and verified. */
  rows(): Promise<readonly StateRow[]>;
  runs(): Promise<readonly RawRow[]>;
  /** Resolves when the commit is durable: its record, the rows, and the key ring if it changes. */
  write(change: KeyWrite): Promise<void>;
}

export interface KeyWrite {
  /** Description for the journal. */
  readonly what: string;
  readonly ring?: KeyRing;
  /** Rows with unchanged content that were encrypted with another key. They are authenticated again. */
  readonly resealed?: readonly RawChange[];
  readonly runs?: readonly RawRow[];
}

/** Maximum number of rows that are re-encrypted in one commit. */
const batchRows = 256;

/**
 * Replaces the data key of a stack. Every commit leaves a stack that can be opened: after the first commit both keys
 * are in the ring and new rows use the new key; the key that authenticates a row shows whether it is already rewritten.
 * The next rotation completes an interrupted one. The old key is retired once only old records need it.
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

/** Replaces the wrapping of the keys in one commit. A new key file is durable before that commit. */
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

/** Rows of the history contain nothing encrypted. */
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
