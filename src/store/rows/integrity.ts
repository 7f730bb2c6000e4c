import { hash } from "node:crypto";
import { DiagnosticError } from "../../model/index.js";
import type { Mutable } from "../../std/mutable.js";
import { problem } from "../diagnostics.js";
import { rowOf, rowText, tables } from "../raw/index.js";
import type { RawHead, RawRecord, RawRow, StateTable } from "../raw/index.js";
import { authenticate, authenticateAndCount, type DataKey, type KeyRing } from "../seal/index.js";
import { journalStart } from "./journal-start.js";
import { StateSum } from "./state-sum.js";
import { JSON } from "../../std/plain-json.js";

/** Adds the MAC to a row. Only the holder of the key can compute it. */
export function authenticRow(key: DataKey, table: keyof typeof tables, row: Mutable<RawRow>): RawRow {
  row["mac"] = authenticate(key, rowText(table, row));
  return row;
}

/** Adds the MAC to a row of state. Returns its term in the state sum. */
export function authenticStateRow(key: DataKey, table: StateTable, row: Mutable<RawRow>): string {
  const [mac, term] = authenticateAndCount(key, rowText(table, row));
  row["mac"] = mac;
  return term;
}

export function authenticHead(key: DataKey, head: Omit<RawHead, "head_mac">): RawHead {
  return { ...head, head_mac: headMac(key, head) };
}

/** Returns the hash that chains a record to all records before it. Checking it needs no key. */
export function recordHash(previous: string, record: Omit<RawRecord, "hash">): string {
  const { seq, epoch, run_id, kind, rid, gen, op_id, body } = record;
  return hash("sha256", JSON.stringify([previous, seq, epoch, run_id, kind, rid, gen, op_id, body]));
}

/**
 * Detects data that was modified, added, removed or rolled back outside Coconut. It checks only the data that loading
 * reads anyway: the head, the rows, and the records since the last checkpoint.
 */
export class ReadingCheck {
  readonly #ring: KeyRing;
  readonly #head: RawHead;
  readonly #sum = new StateSum();
  /** Before format 3 the sum added up the MACs themselves. */
  readonly #firstSum: StateSum | undefined;

  constructor(ring: KeyRing, head: RawHead) {
    this.#ring = ring;
    this.#head = head;
    this.#firstSum = head.format < 3 ? new StateSum() : undefined;
    checkHead(ring, head);
  }

  /** Returns the term of the row in the state sum. */
  row(table: StateTable, text: string, mac: string): string {
    for (const key of this.#ring.active) {
      const [own, term] = authenticateAndCount(key, text);
      if (own !== mac) continue;
      this.#sum.add(term);
      this.#firstSum?.add(Buffer.from(own, "base64").toString("latin1"));
      return term;
    }
    throw alteredRow(table, rowOf(table, text, mac), this.#head.head_seq);
  }

  /** The sum of the rows in the current format. */
  get sum(): string {
    return this.#sum.text;
  }

  /** Call after the last row. Throws if a row was missing. */
  end(tail: readonly RawRecord[]): void {
    const { head_seq, state_sum, checkpoint_seq, checkpoint_hash } = this.#head;
    if ((this.#firstSum ?? this.#sum).text !== state_sum)
      throw altered(head_seq, "Rows are missing, or unknown rows were added.");
    checkChain(checkpoint_seq, checkpoint_hash, tail, this.#head);
  }
}

export function checkHead(ring: KeyRing, head: RawHead): void {
  if (headMac(ring.current, head) === head.head_mac) return;
  throw altered(head.head_seq, "The row of the stack itself fails authentication.");
}

export function checkRow(ring: KeyRing, table: keyof typeof tables, row: RawRow, otherwise: number): void {
  if (!ring.active.some((key) => isAuthentic(key, table, row))) throw alteredRow(table, row, otherwise);
}

export function isAuthentic(key: DataKey, table: keyof typeof tables, row: RawRow): boolean {
  return authenticate(key, rowText(table, row)) === row["mac"];
}

function alteredRow(table: keyof typeof tables, row: RawRow, otherwise: number): DiagnosticError {
  const at = tables[table].key.map((name) => row[name]).join(".");
  const sequence = typeof row["seq"] === "number" ? row["seq"] : otherwise;
  return altered(sequence, `The row ${at} of the table "${table}" fails authentication.`);
}

/** Throws unless the records are complete, unmodified, and end at the head. */
export function checkChain(after: number, hash: string, records: readonly RawRecord[], head: RawHead): void {
  let previous = hash;
  let sequence = after;
  for (const record of records) {
    sequence++;
    if (record.seq > head.head_seq) throw setBack(record.seq);
    if (record.seq !== sequence) throw missing(sequence);
    if (recordHash(previous, record) !== record.hash) {
      throw altered(sequence, "This record, or one before it, was modified.");
    }
    previous = record.hash;
  }
  if (sequence !== head.head_seq) throw missing(sequence + 1);
  if (previous !== head.head_hash)
    throw altered(sequence, "The record is not the one that the head refers to.");
}

/**
 * Returns the verified records after a sequence number. `found` begins with the record of that number, to which the
 * next one is chained, unless it is pruned. `head` was read before the records, `later` after them: records that a
 * concurrent run appended are left out.
 */
export function recordsBehind(
  after: number,
  found: readonly RawRecord[],
  { head, later }: { readonly head: RawHead; readonly later: RawHead },
): readonly RawRecord[] {
  const last = found.at(-1);
  if (last !== undefined && last.seq > later.head_seq) throw setBack(last.seq);
  if (after >= head.head_seq) return [];
  const records = found.filter(({ seq }) => seq <= head.head_seq);
  const start = journalStart(head);
  const before = after > start.seq ? records.shift() : start;
  if (before === undefined || before.seq < after) throw missing(after);
  checkChain(before.seq, before.hash, records, head);
  return records;
}

/**
 * Throws unless the history is complete: every run increments the epoch and leaves a row, and only the run that holds
 * the lock has no end. `head` was read before the rows, `later` after them: further runs may have begun in between.
 */
export function checkRuns(ring: KeyRing, runs: readonly RawRow[], head: RawHead, later: RawHead): void {
  for (const row of runs) checkRow(ring, "run", row, head.head_seq);
  const isWhole = runs.length >= head.epoch && runs.length <= later.epoch;
  if (!isWhole || runs.some(({ epoch }, index) => epoch !== index + 1))
    throw altered(head.head_seq, "Runs are missing from the history, or unknown runs were added.");
  const ended = head.holder === null ? head.epoch : head.epoch - 1;
  const open = runs.slice(0, ended).find(({ result }) => result === null);
  if (open === undefined) return;
  throw altered(head.head_seq, `The history contains run ${open["run_id"]} as it was before it ended.`);
}

function missing(sequence: number): DiagnosticError {
  return altered(sequence, "The record is missing from the journal.");
}

function setBack(sequence: number): DiagnosticError {
  return altered(sequence, "The head was rolled back to a position before this record.");
}

export function altered(sequence: number, detail: string): DiagnosticError {
  return new DiagnosticError(
    problem("store/integrity", {
      detail: `At record ${sequence}: ${detail} Coconut refuses to use this state.`,
      hint: "Restore the state from a backup. Coconut has not changed anything.",
    }),
  );
}

function headMac(key: DataKey, head: Omit<RawHead, "head_mac">): string {
  return authenticate(
    key,
    JSON.stringify([
      "stack",
      head.lineage,
      head.project,
      head.name,
      head.format,
      head.epoch,
      head.head_seq,
      head.head_hash,
      head.checkpoint_seq,
      head.checkpoint_hash,
      head.state_sum,
      head.next_rid,
      head.holder,
      head.wrapped_key,
      ...(head.format < 3 ? [] : [head.first_seq, head.first_hash, head.features, head.more]),
    ]),
  );
}
