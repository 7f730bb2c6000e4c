import assert from "node:assert/strict";
import type { SequencedRecord } from "../../../src/model/index.js";
import { emptySnapshot, Ledger, verifySnapshot } from "../../../src/state/index.js";
import type { RawBatch, RawHead, StackStore } from "../../../src/store/internal.js";
import { ObjectHistory } from "./object-history.js";
import { ObjectHolders } from "./object-holders.js";
import { RunHistory } from "./run-history.js";

/**
 * Follows the journal of a stack: every prefix of it must replay to a state that verifies, nothing is written with an
 * older epoch than before, and what the store keeps must be what the whole amounts to.
 */
export class JournalWatch {
  readonly objects = new ObjectHistory();
  readonly holders = new ObjectHolders();
  readonly runs = new RunHistory();
  #ledger: Ledger;
  readonly #lineage: string;
  #read = 0;
  #epoch = 0;

  constructor(lineage: string) {
    this.#lineage = lineage;
    this.#ledger = new Ledger(emptySnapshot(lineage));
  }

  async check(store: StackStore): Promise<void> {
    assert.equal(store.lineage, this.#lineage, "The stack is another one than before.");
    const records = await store.journal(this.#read);
    if (records.length > 0 && records[0]!.sequence > this.#read + 1) await this.#skip(store);
    else for (const record of records) this.#enter(record);
    assert.deepEqual(await store.verify(), [], "what the store finds wrong with itself");
  }

  /**
   * Is told what was appended, and the head that the store answered with, as soon as it has: by then so much had been
   * asked of the cloud.
   */
  appended(batch: RawBatch, { head_hash }: RawHead, effects: number): void {
    if (head_hash !== batch.head.head_hash || batch.head.lineage !== this.#lineage) return;
    for (const { seq } of batch.records) this.runs.landed(seq, effects);
  }

  /** Records that nobody saw are gone: it goes on from what they amounted to. */
  async #skip(store: StackStore): Promise<void> {
    const { snapshot } = await store.read();
    this.#ledger = new Ledger(snapshot);
    this.#read = snapshot.head;
  }

  #enter(record: SequencedRecord): void {
    const before = this.#ledger.snapshot();
    const where = `record ${record.sequence} (${record.event.kind})`;
    assert.ok(
      record.epoch >= this.#epoch,
      `${where} is of epoch ${record.epoch}, and epoch ${this.#epoch} had begun.`,
    );
    this.#epoch = record.epoch;
    assert.deepEqual(this.#ledger.enter(record), [], `${where} does not replay`);
    const after = this.#ledger.snapshot();
    assert.deepEqual(verifySnapshot(after), [], `state does not verify after ${where}`);
    this.runs.enter(record, before, after);
    this.holders.enter(record, after, this.runs.landedAt(record.sequence));
    this.objects.enter(record, before, this.runs.commandOf(record.runId));
    this.#read = record.sequence;
  }
}
