import { isDeepStrictEqual } from "node:util";
import { DiagnosticError, isDiagnosticError } from "../model/index.js";
import type { Diagnostic } from "../model/index.js";
import { problem } from "./diagnostics.js";
import { rolledBack } from "./head-memory.js";
import { leaseLeft, type KeptLease } from "./lease.js";
import { StateLoader, type Loaded } from "./load-state.js";
import * as lock from "./lock.js";
import type { LockedFile, StorePorts } from "./ports.js";
import { rowOf } from "./raw/index.js";
import type { RawHead, RawRecord, RawStack, StackAddress, StateRow, StateTable } from "./raw/index.js";
import * as rows from "./rows/index.js";
import { decodeRun } from "./run-row.js";
import { firstRing, keyedDigest, openRing, type KeyRing } from "./seal/index.js";
import { givingSigns } from "./signs-of-life.js";
import type { Run } from "./stack-run.js";
import { startRun } from "./start-run.js";
import type { RunRequest, StackRun, StackStore } from "./store.js";
import { compareJournal } from "./compare-journal.js";
import { JSON } from "../std/plain-json.js";

/** Returns the row of a new stack, with a new key. */
export async function firstRow({ project, name }: StackAddress, ports: StorePorts): Promise<RawHead> {
  const lineage = Buffer.from(ports.randomBytes(16)).toString("hex");
  const ring = await firstRing(lineage, ports.keys, ports.randomBytes);
  const hash = rows.firstHash(lineage);
  return rows.authenticHead(ring.current, {
    lineage,
    project,
    name,
    format: rows.format,
    epoch: 0,
    head_seq: 0,
    head_hash: hash,
    checkpoint_seq: 0,
    checkpoint_hash: hash,
    state_sum: rows.emptySum,
    next_rid: 1,
    holder: null,
    wrapped_key: ring.text,
    first_seq: 0,
    first_hash: hash,
    features: "[]",
    more: null,
  });
}

export async function stackStore(
  raw: RawStack,
  address: StackAddress,
  ports: StorePorts,
  takeAway: () => Promise<void>,
): Promise<StackStore> {
  try {
    const ring = await firstOpened(await raw.head(), address, ports);
    return new SealedStack(raw, ports, ring, takeAway);
  } catch (error) {
    await raw.close();
    throw error;
  }
}

async function firstOpened(head: RawHead, address: StackAddress, ports: StorePorts): Promise<KeyRing> {
  refuseNewer(head);
  if (head.format < 1) throw rows.altered(head.head_seq, `Format ${head.format} does not exist.`);
  if (head.project !== address.project || head.name !== address.name) throw otherProject(head, address);
  return openRing(head.lineage, rows.keysOf(head), ports.keys);
}

class SealedStack implements StackStore {
  readonly lineage: string;
  readonly #raw: RawStack;
  readonly #ports: StorePorts;
  readonly #takeAway: () => Promise<void>;
  /** The keys as of the last look at the stack: other processes may add keys. */
  #ring: KeyRing;
  #locked: LockedFile | undefined;
  #lease: KeptLease | undefined;
  /** The state that was read last, for a run that begins from it. Used at most once. */
  #last: Loaded | undefined;

  constructor(raw: RawStack, ports: StorePorts, ring: KeyRing, takeAway: () => Promise<void>) {
    this.#raw = raw;
    this.#ports = ports;
    this.#takeAway = takeAway;
    this.lineage = ring.lineage;
    this.#ring = ring;
  }

  async read() {
    this.#last = undefined;
    const loaded = await this.#load();
    this.#last = loaded;
    const { snapshot, head } = loaded;
    const holder = await this.#living(rows.holderOf(head));
    return { snapshot, ...(holder !== undefined && { holder }) };
  }

  async heldBy() {
    const head = await this.#raw.head();
    const holder = await this.#living(rows.holderOf(head));
    if (holder === undefined) return undefined;
    // Verified first: a tampered head must not name a holder that people then wait for.
    rows.checkHead(await this.#ringOf(head), head);
    return { holder, refusal: await this.#refusal(holder) };
  }

  async #living(holder: lock.Holder | undefined): Promise<lock.Holder | undefined> {
    if (holder === undefined) return undefined;
    const { processes } = this.#ports;
    const file = await lock.lookAtFile(holder, this.#raw.lockFile, processes);
    return lock.isAlive(holder, processes, file) && !(await this.#hasExpired()) ? holder : undefined;
  }

  /** Whether the lease of the holder expired. If so, it does not matter whether its process is alive. */
  async #hasExpired(): Promise<boolean> {
    return ((await leaseLeft(this.#raw)) ?? 1) <= 0;
  }

  async #refusal(holder: lock.Holder): Promise<DiagnosticError> {
    return lock.locked(holder, this.#ports, await leaseLeft(this.#raw));
  }

  async begin(request: RunRequest): Promise<StackRun> {
    const { processes } = this.#ports;
    for (;;) {
      let waitedFor: lock.Holder | undefined;
      const holder = async () => (waitedFor = await this.#unseenHolder());
      // Before the stack records this run as holder: a process that finds the file unlocked later knows that the holder
      // died.
      const file = await lock.lockBeside(this.#raw.lockFile, processes, holder);
      const run = await this.#beginWith(file, waitedFor, request);
      // Otherwise another run committed between reading and writing; look at the holder again.
      if (run !== undefined) return run;
    }
  }

  /** Returns the holder of the stack. Throws immediately if its process is visible, after verifying the head. */
  async #unseenHolder(): Promise<lock.Holder | undefined> {
    const { processes } = this.#ports;
    const isSeen = (holder: lock.Holder | undefined) =>
      holder !== undefined && lock.isSeen(holder, processes);
    let holder = rows.holderOf(await this.#raw.head());
    if (isSeen(holder)) holder = rows.holderOf((await this.#load()).head);
    if (isSeen(holder) && !(await this.#hasExpired())) throw await this.#refusal(holder!);
    return holder;
  }

  async #beginWith(
    file: LockedFile | "held" | "none",
    waitedFor: lock.Holder | undefined,
    request: RunRequest,
  ): Promise<StackRun | undefined> {
    let lockedFile = typeof file === "string" ? undefined : file;
    let run: Run | undefined;
    try {
      const loaded = (await this.#stillThere()) ?? (await this.#load());
      const holder = rows.holderOf(loaded.head);
      if (file === "held" && holder === undefined) {
        if (waitedFor === undefined) throw lock.beginning();
        return undefined;
      }
      const dead = holder && {
        holder,
        isDeathKnown: await this.#isDeathKnown(holder, file),
        row: (await this.history()).find((row) => row.runId === holder.runId),
        seenAt: this.#lastSign(holder, lockedFile),
      };
      lockedFile &&= givingSigns(lockedFile, this.#raw.lockFile, this.#ports.signs);
      run = await startRun(loaded, request, dead, lockedFile);
      this.#locked = lockedFile;
      this.#lease = run?.lease;
      return run;
    } finally {
      if (run === undefined) lockedFile?.release();
    }
  }

  /** Whether the process of a holder is known to be gone. Throws if it may be alive, unless its lease expired. */
  async #isDeathKnown(holder: lock.Holder, file: LockedFile | "held" | "none"): Promise<boolean> {
    const { processes } = this.#ports;
    if (file !== "held" && !lock.isAlive(holder, processes, lock.fileWitness(holder, file))) return true;
    if (await this.#hasExpired()) return false;
    throw await this.#refusal(holder);
  }

  /** Returns the latest time at which a dead run can have been alive, according to the file that it had locked. */
  #lastSign(
    { givesSigns, lockedFile, bootId }: lock.Holder,
    locked: LockedFile | undefined,
  ): string | undefined {
    const path = this.#raw.lockFile;
    if (!givesSigns || path === undefined || locked?.file !== lockedFile) return undefined;
    const { signs, processes, now } = this.#ports;
    return signs?.last(path, { now: now(), isSameBoot: bootId === processes.self.bootId });
  }

  async journal(after = 0) {
    const read = await this.#besideHead(() => this.#raw.journal(Math.max(0, after - 1)));
    const records = rows.recordsBehind(after, read.found, read);
    return records.map((record) => rows.decodeRecord(record, read.ring.sealer));
  }

  async history() {
    const { found, ring, head, later } = await this.#besideHead(() => this.#raw.runs());
    rows.checkRuns(ring, found, head, later);
    return found.map(decodeRun);
  }

  sealDocument(content: Uint8Array, beside: string): Uint8Array {
    return this.#ring.sealer.sealDocument(content, beside);
  }

  keyedDigest(use: string, text: string): string {
    return keyedDigest(this.#ring.current, use, text);
  }

  openDocument(sealed: Uint8Array, beside: string): Uint8Array | undefined {
    return this.#ring.sealer.openDocument(sealed, beside);
  }

  async verify({ acceptRollback = false } = {}): Promise<readonly Diagnostic[]> {
    try {
      await this.#raw.check?.();
      const { snapshot, head } = await this.#load({ mayBeOld: acceptRollback });
      // A concurrent run may have appended records.
      const records = (await this.journal()).filter(({ sequence }) => sequence <= head.head_seq);
      await this.history();
      const found = compareJournal(snapshot, records);
      if (acceptRollback && found.length === 0) this.#ports.heads?.remember(this.lineage, head.head_seq);
      return found;
    } catch (error) {
      if (isDiagnosticError(error)) return error.diagnostics;
      throw error;
    }
  }

  async remove(): Promise<void> {
    try {
      await this.#raw.close();
      await this.#takeAway();
    } finally {
      this.#lease?.stop();
      this.#locked?.release();
    }
  }

  async close(): Promise<void> {
    try {
      this.#lease?.stop();
      await this.#raw.close();
    } finally {
      this.#locked?.release();
    }
  }

  async #load({ mayBeOld = false } = {}): Promise<Loaded> {
    // Read first: a run may end in the meantime.
    const seen = mayBeOld ? 0 : this.#seen();
    const { head, tail, ring, sum, taken } = await this.#checked((ring) => {
      const loader = new StateLoader(ring.sealer);
      return { take: (table, text, _, term) => loader.take(table, text, term), taken: loader };
    });
    if (head.head_seq < seen) throw rolledBack(head.head_seq, seen);
    return {
      ...taken.loaded(head, tail),
      sum,
      raw: this.#raw,
      ring,
      ports: this.#ports,
      rows: () => this.#rows(),
      reload: () => this.#load(),
    };
  }

  async #rows(): Promise<readonly StateRow[]> {
    const { taken } = await this.#checked(() => {
      const rows: StateRow[] = [];
      const take: TakeChecked = (table, text, mac) => rows.push({ table, row: rowOf(table, text, mac) });
      return { take, taken: rows };
    });
    return taken;
  }

  /**
   * Reads and verifies everything. Each verified row is passed to the taker that is created for the keys of the stack.
   */
  async #checked<Taken>(
    begin: (ring: KeyRing) => { readonly take: TakeChecked; readonly taken: Taken },
  ): Promise<{ head: RawHead; tail: readonly RawRecord[]; ring: KeyRing; sum: string; taken: Taken }> {
    for (let ring = this.#ring, text = ring.text; ;) {
      let begun: { readonly taken: Taken; readonly check: rows.ReadingCheck } | undefined;
      const { head, tail } = await this.#raw.read((head) => {
        refuseNewer(head);
        // The keys of the stack changed since they were last read.
        if (head.wrapped_key !== text) return undefined;
        const check = new rows.ReadingCheck(ring, head);
        const { take, taken } = begin(ring);
        begun = { taken, check };
        return (table, text, mac) => take(table, text, mac, check.row(table, text, mac));
      });
      if (begun !== undefined) {
        const { check, taken } = begun;
        check.end(tail);
        return { head, tail, ring, sum: check.sum, taken };
      }
      ring = await this.#ringOf(head);
      text = head.wrapped_key;
    }
  }

  /** Returns the state that was read before if the stack has not changed: its head vouches for every row. */
  async #stillThere(): Promise<Loaded | undefined> {
    const last = this.#last;
    this.#last = undefined;
    if (last === undefined || last.head.head_seq < this.#seen()) return undefined;
    return isDeepStrictEqual(await this.#raw.head(), last.head) ? last : undefined;
  }

  #seen(): number {
    return this.#ports.heads?.seen(this.lineage) ?? 0;
  }

  async #ringOf(head: RawHead): Promise<KeyRing> {
    if (head.wrapped_key !== this.#ring.text) {
      this.#ring = await openRing(this.lineage, rows.keysOf(head), this.#ports.keys, this.#ring.keys);
    }
    return this.#ring;
  }

  /** Reads something between two verified heads, with the keys that it was written with. */
  async #besideHead<Found>(
    read: () => Promise<Found>,
  ): Promise<{ found: Found; ring: KeyRing; head: RawHead; later: RawHead }> {
    for (;;) {
      const head = await this.#raw.head();
      const found = await read();
      const later = await this.#raw.head();
      if (head.wrapped_key !== later.wrapped_key || head.first_seq !== later.first_seq) continue;
      const ring = await this.#ringOf(later);
      rows.checkHead(ring, head);
      return { found, ring, head, later };
    }
  }
}

/** Receives a verified row and its term in the state sum. */
type TakeChecked = (table: StateTable, text: string, mac: string, term: string) => void;

function refuseNewer(head: RawHead): void {
  const unknown = head.format === rows.format ? rows.unknownFeatures(head) : [];
  if (head.format <= rows.format && unknown.length === 0) return;
  const detail =
    unknown.length === 0
      ? `The stack ${head.name} has format ${head.format}; this version of Coconut supports formats up to ${rows.format}.`
      : `The stack ${head.name} requires ${unknown.map((name) => JSON.stringify(name)).join(", ")}, which this version of Coconut does not support.`;
  throw new DiagnosticError(
    problem("store/newer-format", {
      detail,
      hint: "Update Coconut to the version that wrote the stack, or a later one.",
    }),
  );
}

function otherProject(head: RawHead, { project, name }: StackAddress): DiagnosticError {
  return new DiagnosticError(
    problem("store/other-project", {
      detail: `The stack stored here as ${name} is ${head.name} of the project ${head.project}, not of ${project}.`,
      hint: "Use another stack name or another store, or correct the project name in coconut.json.",
    }),
  );
}
