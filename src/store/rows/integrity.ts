import { hash } from "node:crypto";
import { DiagnosticError } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { perTable, stateTables, tables } from "../raw/index.js";
import type { RawColumn, RawHead, RawReading, RawRecord, RawRow } from "../raw/index.js";
import { authenticate, type DataKey, type KeyRing } from "../seal/index.js";
import { refuseBroken, refuseTooLong } from "./refuse-unkeepable.js";
import { StateSum } from "./state-sum.js";

/** The row with its own authentication, which only the holder of the key can make. What no store keeps is refused. */
export function authenticRow(key: DataKey, table: keyof typeof tables, row: RawRow): RawRow {
  refuseTooLong(row);
  const text = rowText(table, row);
  refuseBroken(row, text);
  return Object.assign({}, row, { mac: authenticate(key, text) });
}

export function authenticHead(key: DataKey, head: Omit<RawHead, "head_mac">): RawHead {
  return { ...head, head_mac: headMac(key, head) };
}

/** Ties a record to everything before it. Needs no key to be checked. */
export function recordHash(previous: string, record: Omit<RawRecord, "hash">): string {
  const { seq, epoch, run_id, kind, rid, gen, op_id, body } = record;
  return hash("sha256", JSON.stringify([previous, seq, epoch, run_id, kind, rid, gen, op_id, body]));
}

/** The hash that the first record of a stack follows. */
export function firstHash(lineage: string): string {
  return hash("sha256", `coconut journal ${lineage}`);
}

/**
 * Refuses what was altered, added, lost or set back behind Coconut's back. Everything looked at is what loading
 * reads anyway: the head, the rows, and the records since the last checkpoint.
 */
export function checkReading(ring: KeyRing, { head, rows, tail }: RawReading): void {
  checkHead(ring, head);
  const sum = new StateSum();
  for (const table of stateTables) {
    for (const row of rows[table]) {
      checkRow(ring, table, row, head.head_seq);
      sum.add(String(row["mac"]));
    }
  }
  if (sum.text !== head.state_sum) {
    throw altered(head.head_seq, "Rows are missing, or some are there that should not be.");
  }
  checkChain(head.checkpoint_seq, head.checkpoint_hash, tail, head);
}

export function checkHead(ring: KeyRing, head: RawHead): void {
  if (headMac(ring.current, head) === head.head_mac) return;
  throw altered(head.head_seq, "The row of the stack itself does not match its seal.");
}

export function checkRow(ring: KeyRing, table: keyof typeof tables, row: RawRow, otherwise: number): void {
  if (ring.active.some((key) => isAuthentic(key, table, row))) return;
  const at = tables[table].key.map((name) => row[name]).join(".");
  const sequence = typeof row["seq"] === "number" ? row["seq"] : otherwise;
  throw altered(sequence, `The row ${at} of the table "${table}" does not match its seal.`);
}

export function isAuthentic(key: DataKey, table: keyof typeof tables, row: RawRow): boolean {
  return authenticate(key, rowText(table, row)) === row["mac"];
}

/** That the records are all there, unaltered, and end at the head. */
export function checkChain(after: number, hash: string, records: readonly RawRecord[], head: RawHead): void {
  let previous = hash;
  let sequence = after;
  for (const record of records) {
    sequence++;
    if (record.seq > head.head_seq) throw setBack(record.seq);
    if (record.seq !== sequence) throw missing(sequence);
    if (recordHash(previous, record) !== record.hash) {
      throw altered(sequence, "The record was altered, or one before it was.");
    }
    previous = record.hash;
  }
  if (sequence !== head.head_seq) throw missing(sequence + 1);
  if (previous !== head.head_hash) throw altered(sequence, "The record is not the one that the head names.");
}

/**
 * The records behind a sequence number, checked. `found` begins with the record of that number, which the next one is
 * tied to. `head` is from before they were read, `later` from afterwards: what a run added meanwhile is left out.
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
  const first = after === 0 ? undefined : records.shift();
  if (after > 0 && first?.seq !== after) throw missing(after);
  checkChain(after, first?.hash ?? firstHash(head.lineage), records, head);
  return records;
}

/**
 * That the history is whole: every run raises the epoch by one and leaves a row, and only one that holds the stack has
 * no end. `head` is from before the rows were read, `later` from afterwards: runs may have come meanwhile.
 */
export function checkRuns(ring: KeyRing, runs: readonly RawRow[], head: RawHead, later: RawHead): void {
  for (const row of runs) checkRow(ring, "run", row, head.head_seq);
  const isWhole = runs.length >= head.epoch && runs.length <= later.epoch;
  if (!isWhole || runs.some(({ epoch }, index) => epoch !== index + 1))
    throw altered(head.head_seq, "Runs are missing from the history, or some are there that should not be.");
  const ended = head.holder === null ? head.epoch : head.epoch - 1;
  const open = runs.slice(0, ended).find(({ result }) => result === null);
  if (open === undefined) return;
  throw altered(head.head_seq, `The history has run ${open["run_id"]} as it was before it had ended.`);
}

function missing(sequence: number): DiagnosticError {
  return altered(sequence, "The record is missing from the journal.");
}

function setBack(sequence: number): DiagnosticError {
  return altered(sequence, "The head was set back: it stands before this record.");
}

export function altered(sequence: number, detail: string): DiagnosticError {
  return new DiagnosticError(
    problem("store/integrity", {
      detail: `At record ${sequence}: ${detail} What the store says can no longer be trusted.`,
      hint: "Restore the store from a backup. Nothing has been changed, and nothing will be.",
    }),
  );
}

/** What the seal of a row is made of. */
function rowText(table: keyof typeof tables, row: RawRow): string {
  const list: (RawColumn | undefined)[] = [table];
  for (const name of sealedColumns[table]) list.push(row[name]);
  return JSON.stringify(list);
}

const sealedColumns = perTable((table) =>
  tables[table].columns.map(({ name }) => name).filter((name) => name !== "mac"),
);

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
    ]),
  );
}
