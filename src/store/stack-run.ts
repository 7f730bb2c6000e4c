import { DiagnosticError, isDiagnosticError } from "../model/index.js";
import type {
  JournalEvent,
  JournalRecord,
  ResourceId,
  RowChange,
  RunResult,
  RunSummary,
  SequencedRecord,
  Snapshot,
  ValueObject,
} from "../model/index.js";
import { seenAgain, type Ledger } from "../state/index.js";
import { CommitMoment } from "./commit-moment.js";
import type { Loaded } from "./load-state.js";
import { KeptLease, leaseClock, leaseMs } from "./lease.js";
import { fenced, giveUp, type Holder } from "./lock.js";
import type { KeySource, LockedFile } from "./ports.js";
import type { RawBatch, RawChange, RawHead, RawRecord, RawRow } from "./raw/index.js";
import {
  authenticHead,
  authenticRow,
  currentHead,
  encodeRecord,
  holderOf,
  journalStart,
  recordHash,
  refuseUnkeepable,
  StateSum,
} from "./rows/index.js";
import { oldRecords, usualRuns, type PlaceInJournal } from "./old-records.js";
import { authenticRun } from "./run-row.js";
import type { RowMap } from "./row-map.js";
import { rewrapKey, rotateKey, type KeyPorts, type KeyWrite } from "./rotate-key.js";
import type { DataKey, KeyRing, Wrapping } from "./seal/index.js";
import type { DeadRun } from "./signs-of-life.js";
import type { Rotation, RunEnding, RunRow, StackRun } from "./store.js";
import { endedWithoutStack, isTakenAway } from "./taken-away.js";
import type { UnfoldedRows } from "./unfolded-rows.js";
import { refusedRecord, writeFailed } from "./write-problem.js";
import { JSON } from "../std/plain-json.js";

/** Larger batches would block the event loop for too long. */
const largestBatch = 256;

/** Maximum number of records after the last checkpoint. Every reader of the stack has to apply them again. */
const mostUnfolded = 1024;

/** A record that is numbered, encrypted and chained, with the head as it is once the record is durable. */
interface Prepared {
  readonly record: RawRecord;
  readonly changes: readonly RawChange[];
  /** Whether the changes include some that the record does not contain, so that the rows must be written with it. */
  readonly mustFold: boolean;
  readonly runs: readonly RawRow[];
  readonly after: Pick<RawHead, "next_rid" | "wrapped_key">;
  /** Authenticates the head, and the rows if a checkpoint is written with it. */
  readonly key: DataKey;
}

interface Pending {
  readonly prepared: Prepared;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** The run that holds the lock of a stack. See `startRun`. */
export class Run implements StackRun {
  readonly epoch: number;
  readonly runId: string;
  readonly snapshot: Snapshot;
  readonly tookOver?: Holder;
  lease?: KeptLease;
  readonly #isDeathKnown: boolean;
  readonly #loaded: Loaded;
  readonly #holder: string;
  readonly #lockedFile: LockedFile | undefined;
  readonly #ledger: Ledger;
  readonly #terms: RowMap<string>;
  readonly #unfolded: UnfoldedRows;
  #row: RunRow;
  #ring: KeyRing;
  /** The last durable head. */
  #head: RawHead;
  #lastHash: string;
  #nextRid: ResourceId;
  #queue: Pending[] = [];
  readonly #moment: CommitMoment;
  #isWriting = false;
  #ending = false;
  #failure: DiagnosticError | undefined;
  #isFenced = false;
  /** Last record to prune when the run ends. */
  #lastToGo: PlaceInJournal | undefined;
  #isCompacted = false;

  constructor(
    loaded: Loaded,
    row: RunRow,
    holder: Holder,
    dead: Pick<DeadRun, "holder" | "isDeathKnown"> | undefined,
    lockedFile: LockedFile | undefined,
  ) {
    this.#loaded = loaded;
    this.#row = row;
    this.epoch = row.epoch;
    this.runId = row.runId;
    this.snapshot = loaded.snapshot;
    if (dead !== undefined) this.tookOver = dead.holder;
    this.#isDeathKnown = dead?.isDeathKnown ?? false;
    this.#holder = JSON.stringify(holder);
    this.#lockedFile = lockedFile;
    this.#ledger = loaded.ledger;
    this.#terms = loaded.terms;
    this.#unfolded = loaded.unfolded;
    this.#ring = loaded.ring;
    this.#head = currentHead(loaded.head, loaded.sum);
    this.#lastHash = loaded.head.head_hash;
    this.#nextRid = loaded.snapshot.nextRid;
    this.#moment = new CommitMoment(() => void this.#flush(), loaded.ports.elapsed);
  }

  get nextSequence(): number {
    return this.#ledger.head + 1;
  }

  nextRid(): ResourceId {
    return this.#nextRid++;
  }

  get outputs(): ValueObject {
    return this.#ledger.outputs;
  }

  current(): Snapshot {
    return this.#ledger.snapshot();
  }

  async append(record: Omit<JournalRecord, "runId">): Promise<void> {
    await (
      await this.enter(record)
    ).durable;
  }

  async enter(record: Omit<JournalRecord, "runId">): Promise<{ readonly durable: Promise<void> }> {
    if (this.#ending) throw new Error("This is a bug: a record was appended to a run that has ended.");
    const durable = this.#enqueue(record);
    // A caller that continues without waiting awaits the promise later and gets the failure then.
    durable.catch(() => {});
    return { durable };
  }

  async rotateKey(others: () => Promise<void> = async () => {}): Promise<Rotation> {
    return rotateKey(this.#keyPorts(), others);
  }

  async rewrapKey(source: KeySource): Promise<Wrapping> {
    return rewrapKey(this.#keyPorts(), source);
  }

  async end(result: RunResult, summary: RunSummary, more: RunEnding = {}): Promise<void> {
    if (this.#ending) throw new Error("This is a bug: a run was ended twice.");
    this.#ending = true;
    try {
      this.#lastToGo ??= await this.#oldRecords(usualRuns);
      await this.#recordEnd(result, summary, more);
      this.#remember();
    } catch (error) {
      giveUp(this.#loaded.ports.processes.self, this.runId);
      throw endedWithoutStack(error, this.snapshot, this.current(), this.#head.head_seq) ?? error;
    } finally {
      this.lease?.stop();
      this.#lockedFile?.release();
    }
    await this.#loaded.raw.settle({ compact: this.#isCompacted });
  }

  async prune(keepRuns: number): Promise<number> {
    this.#lastToGo = await this.#oldRecords(keepRuns);
    this.#isCompacted = true;
    return this.#lastToGo === undefined ? 0 : this.#lastToGo.seq - journalStart(this.#head).seq;
  }

  async #oldRecords(keepRuns: number): Promise<PlaceInJournal | undefined> {
    if (this.#failure !== undefined) return undefined;
    const { epoch } = this;
    return oldRecords(this.#loaded.raw, this.#head, {
      epoch,
      keepRuns,
      open: this.#ledger.openOperations(),
    });
  }

  async #recordEnd(...[result, summary, more = {}]: Parameters<StackRun["end"]>): Promise<void> {
    if (this.#failure !== undefined && !this.#isFenced) return this.#endFromStore(result, summary, more);
    const { seen, slowest = [], drift } = more;
    this.#row = {
      ...this.#row,
      endedAt: this.#loaded.ports.now(),
      result,
      summary,
      ...(slowest.length > 0 && { slowest }),
      ...(drift !== undefined && { drift }),
    };
    const changes: RowChange[] =
      seen === undefined ? [] : [{ put: "seen", seen: seenAgain(this.#ledger.seen, seen) }];
    await this.#enqueue({ event: { kind: "run-end", result, summary }, changes });
  }

  /** Writes the first records of the run. This commit also takes the lock. */
  async begin(events: readonly JournalEvent[], runs: readonly RunRow[]): Promise<boolean> {
    const batch = events.map((event) => this.#prepare({ event, changes: [] }));
    const { raw, ports } = this.#loaded;
    const clock = raw.lease && leaseClock(ports);
    const since = clock?.() ?? 0;
    try {
      const isOurs = await this.#write(batch, runs);
      if (!isOurs) return false;
      this.#remember();
      if (clock !== undefined && raw.lease !== undefined) {
        const keeper = raw.lease.keep({ epoch: this.epoch, ms: leaseMs, since, clock });
        this.lease = new KeptLease(keeper, clock, this.runId);
      }
      return true;
    } catch (error) {
      // The outcome of the write is unknown: the stack may already record this run as its holder.
      giveUp(this.#loaded.ports.processes.self, this.runId);
      throw isDiagnosticError(error) ? error : writeFailed(error);
    }
  }

  #remember(): void {
    const { lineage, head_seq } = this.#head;
    this.#loaded.ports.heads?.remember(lineage, head_seq);
  }

  #keyPorts(): KeyPorts {
    if (this.#failure !== undefined) throw this.#failure;
    const { ports, rows, raw } = this.#loaded;
    return {
      ring: () => this.#ring,
      source: ports.keys,
      randomBytes: (count) => ports.randomBytes(count),
      rows,
      runs: () => raw.runs(),
      write: ({ what, ...keys }) => this.#enqueue({ event: { kind: "recorded", what }, changes: [] }, keys),
    };
  }

  /** Records the end after a failed write. Only the store knows what was written, so the state is read again first. */
  async #endFromStore(...ended: Parameters<StackRun["end"]>): Promise<void> {
    const loaded = await this.#loaded.reload();
    const holder = JSON.parse(this.#holder) as Holder;
    if (loaded.head.epoch !== this.epoch) throw this.#lostTo(loaded.head);
    await new Run(loaded, this.#row, holder, undefined, undefined).#recordEnd(...ended);
  }

  #enqueue(record: Omit<JournalRecord, "runId">, keys: Omit<KeyWrite, "what"> = {}): Promise<void> {
    if (this.#failure !== undefined) {
      // Only this process knows the results of calls that are still running.
      if (isTakenAway(this.#failure) && record.event.kind === "outcome")
        this.#ledger.enter({ runId: this.runId, epoch: this.epoch, sequence: this.nextSequence, ...record });
      return Promise.reject(this.#failure);
    }
    const prepared = this.#prepare(record, keys);
    return new Promise((resolve, reject) => {
      this.#queue.push({ prepared, resolve, reject });
      if (!this.#isWriting) this.#moment.await();
    });
  }

  #prepare(
    { event, changes }: Omit<JournalRecord, "runId">,
    { ring = this.#ring, resealed = [], runs = [] }: Omit<KeyWrite, "what"> = {},
  ): Prepared {
    this.#ring = ring;
    const { runId, epoch, nextSequence: sequence } = this;
    const record: SequencedRecord = { runId, epoch, sequence, event, changes };
    const encoded = encodeRecord(record, ring.sealer, this.#ledger);
    // Encoded now: once the record is in the journal, its rows must be writable.
    for (const change of encoded.changes)
      if ("put" in change) refuseUnkeepable(change.put, encoded.record.body);
    const [first, ...others] = this.#ledger.enter(record);
    if (first !== undefined) throw refusedRecord(sequence, first, others);
    this.#nextRid = Math.max(this.#nextRid, this.#ledger.nextRid);
    const hash = recordHash(this.#lastHash, encoded.record);
    this.#lastHash = hash;
    return {
      record: Object.assign(encoded.record, { hash }),
      changes: resealed.length === 0 ? encoded.changes : [...encoded.changes, ...resealed],
      mustFold: resealed.length > 0,
      runs: runs.map((row) => authenticRow(ring.current, "run", row)),
      after: { next_rid: this.#ledger.nextRid, wrapped_key: ring.text },
      key: ring.current,
    };
  }

  async #flush(): Promise<void> {
    const batch = this.#queue.splice(0, largestBatch);
    this.#isWriting = true;
    try {
      const prepared = batch.map((each) => each.prepared);
      const isOurs = await this.#moment.commit(() => this.#write(prepared, []));
      if (!isOurs) throw this.#lostTo(await this.#loaded.raw.head());
      for (const { resolve } of batch) resolve();
    } catch (error) {
      this.#fail(batch, isDiagnosticError(error) ? error : writeFailed(error));
    }
    this.#isWriting = false;
    if (this.#queue.length > 0) this.#moment.await();
  }

  /** Returns whether the batch was committed. The last batch of an ending run also releases the lock. */
  async #write(batch: readonly Prepared[], runs: readonly RunRow[]): Promise<boolean> {
    const { raw } = this.#loaded;
    const { record, after, key } = batch.at(-1)!;
    const isLast = record.kind === "run-end";
    const gone = isLast ? this.#lastToGo : undefined;
    for (const { changes } of batch) this.#unfolded.add(changes);
    const isFold = isLast || this.#isFoldDue(batch);
    const { changes, ...fold } = isFold ? this.#fold(record, key) : { changes: [] };
    const { head_mac: _, ...head } = this.#head;
    const next: RawBatch = {
      expected: { epoch: this.#head.epoch, head_hash: this.#head.head_hash },
      head: authenticHead(key, {
        ...head,
        ...after,
        ...fold,
        epoch: this.epoch,
        head_seq: record.seq,
        head_hash: record.hash,
        holder: isLast ? null : this.#holder,
        ...(gone !== undefined && { first_seq: gone.seq, first_hash: gone.hash }),
      }),
      records: batch.map((each) => each.record),
      changes,
      runs: [
        ...batch.flatMap((each) => each.runs),
        ...(isLast ? [this.#row] : runs).map((run) => authenticRun(key, run)),
      ],
      ...(gone !== undefined && { pruned: gone.seq }),
      ...(this.#isFirst && raw.lease && { lease: { ms: leaseMs, deadKnown: this.#isDeathKnown } }),
    };
    const found = await raw.append(next);
    if (found.head_hash !== record.hash) return false;
    this.#head = next.head;
    return true;
  }

  /** Whether no record of the run is durable yet. The first batch takes the lock. */
  get #isFirst(): boolean {
    return this.#head.epoch < this.epoch;
  }

  #isFoldDue(batch: readonly Prepared[]): boolean {
    const ahead = batch.at(-1)!.record.seq - this.#head.checkpoint_seq;
    return this.#isFirst || ahead >= mostUnfolded || batch.some(({ mustFold }) => mustFold);
  }

  /**
   * Writes a checkpoint: brings the rows up to date with the journal. A row that several records change is written
   * once.
   */
  #fold({ seq, hash }: RawRecord, key: DataKey) {
    const sum = new StateSum(this.#head.state_sum);
    const changes = this.#unfolded.fold(key, this.#terms, sum);
    return { changes, state_sum: sum.text, checkpoint_seq: seq, checkpoint_hash: hash };
  }

  #lostTo(head: RawHead): DiagnosticError {
    this.#isFenced = true;
    return new DiagnosticError(fenced(this.runId, holderOf(head)));
  }

  /** No record may follow one that was not written, so all later appends fail too. */
  #fail(batch: readonly Pending[], error: DiagnosticError): void {
    this.#failure = error;
    for (const { reject } of [...batch, ...this.#queue.splice(0)]) reject(error);
  }
}
