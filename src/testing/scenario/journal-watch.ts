import assert from "node:assert/strict";
import {
  equalValues,
  objectKey,
  type JournalRecord,
  type SequencedRecord,
  type Snapshot,
} from "../../model/index.js";
import { emptySnapshot, Ledger, verifySnapshot } from "../../state/index.js";
import type { RawStore, StackStore } from "../../store/index.js";

/**
 * Follows the journal of a stack: every prefix of it must replay to a state that verifies, and what the store
 * keeps must be what the whole amounts to.
 */
export class JournalWatch {
  #ledger: Ledger;
  #read = 0;
  /** Ids of objects that state let go of although they may exist. */
  readonly forgotten = new Set<string>();
  /** Objects whose inputs were written anew since they were last sent: spelled otherwise, or completed. */
  readonly rewritten = new Set<string>();
  readonly #lineage: string;

  constructor(lineage: string) {
    this.#lineage = lineage;
    this.#ledger = new Ledger(emptySnapshot(lineage));
  }

  async check(store: StackStore): Promise<void> {
    assert.equal(store.lineage, this.#lineage, "The stack is another one than before.");
    for (const record of await store.journal(this.#read)) {
      this.#enter(record);
      this.#read = record.sequence;
    }
    assert.deepEqual(await store.verify(), [], "what the store finds wrong with itself");
  }

  #enter(record: SequencedRecord): void {
    const before = this.#ledger.snapshot();
    const where = `record ${record.sequence} (${record.event.kind})`;
    assert.deepEqual(this.#ledger.enter(record), [], `${where} does not replay`);
    assert.deepEqual(verifySnapshot(this.#ledger.snapshot()), [], `state does not verify after ${where}`);
    if (record.event.kind === "recorded") this.#noteForgotten(record, before);
    this.#noteRewritten(record, before);
  }

  #noteRewritten({ event, changes }: JournalRecord, before: Snapshot): void {
    for (const change of changes) {
      if (!("put" in change) || change.put !== "object") continue;
      const key = objectKey(change.row.rid, change.row.generation);
      const inputs = before.objects.get(key)?.stored.inputs;
      if (event.kind !== "recorded") this.rewritten.delete(key);
      else if (inputs !== undefined && !equalValues(inputs, change.row.stored.inputs))
        this.rewritten.add(key);
    }
  }

  #noteForgotten({ changes }: JournalRecord, before: Snapshot): void {
    for (const change of changes) {
      if (!("drop" in change) || change.drop !== "object") continue;
      const id = before.objects.get(objectKey(change.rid, change.generation))?.stored.id;
      if (id !== undefined) this.forgotten.add(id);
    }
  }
}

/** Everything that a store keeps of a stack, as text. */
export async function storedText(store: RawStore, name: string): Promise<string> {
  const stack = await store.open(name);
  if (stack === undefined) return "";
  try {
    const { head, rows } = await stack.read();
    return JSON.stringify([head, rows, await stack.journal(0), await stack.runs()]);
  } finally {
    await stack.close();
  }
}

/** No text that must not be seen stands in what can be seen. */
export function checkSecrets(secrets: Iterable<string>, seen: { readonly [place: string]: string }): void {
  for (const secret of secrets) {
    for (const [place, text] of Object.entries(seen)) {
      if (text.includes(secret)) throw new Error(`The secret ${JSON.stringify(secret)} stands in ${place}.`);
    }
  }
}
