import { DiagnosticError, isDiagnosticError, objectKey } from "../model/index.js";
import type { Diagnostic, Snapshot } from "../model/index.js";
import { replay, emptySnapshot, verifySnapshot } from "../state/index.js";
import { problem } from "./diagnostics.js";
import { rolledBack } from "./head-memory.js";
import * as lock from "./lock.js";
import type { LockedFile, StorePorts } from "./ports.js";
import type { RawHead, RawReading, RawStack } from "./raw/index.js";
import * as rows from "./rows/index.js";
import { decodeRun } from "./run-row.js";
import { firstRing, openRing, type KeyRing, type Sealer } from "./seal/index.js";
import { startRun, type Loaded } from "./stack-run.js";
import type { RunRequest, StackAddress, StackRun, StackStore } from "./store.js";
import { sameRows } from "./compare-journal.js";

/** The layout of rows and bodies that this version writes. Newer ones are refused by name. */
export const format = 1;

/** The row of a stack that nothing has happened to, with a key of its own. */
export async function firstRow({ project, name }: StackAddress, ports: StorePorts): Promise<RawHead> {
  const lineage = Buffer.from(ports.randomBytes(16)).toString("hex");
  const ring = await firstRing(lineage, ports.keys, ports.randomBytes);
  const hash = rows.firstHash(lineage);
  return rows.authenticHead(ring.current, {
    lineage,
    project,
    name,
    format,
    epoch: 0,
    head_seq: 0,
    head_hash: hash,
    checkpoint_seq: 0,
    checkpoint_hash: hash,
    state_sum: rows.emptySum,
    next_rid: 1,
    holder: null,
    wrapped_key: ring.text,
  });
}

export async function stackStore(
  raw: RawStack,
  address: StackAddress,
  ports: StorePorts,
): Promise<StackStore> {
  try {
    return new SealedStack(raw, ports, await firstOpened(await raw.head(), address, ports));
  } catch (error) {
    await raw.close();
    throw error;
  }
}

async function firstOpened(head: RawHead, address: StackAddress, ports: StorePorts): Promise<KeyRing> {
  if (head.format > format) throw newer(head);
  if (head.format < 1) throw rows.altered(head.head_seq, `There is no format ${head.format}.`);
  if (head.project !== address.project || head.name !== address.name) throw otherProject(head, address);
  return openRing(head.lineage, rows.keysOf(head), ports.keys);
}

/** A file that somebody has for a moment is tried again: a run that begins has soon named itself, one that ends has gone. */
const attemptsAtHolder = 15;
const attemptsAtNobody = 250;

class SealedStack implements StackStore {
  readonly lineage: string;
  readonly #raw: RawStack;
  readonly #ports: StorePorts;
  /** As the stack had it when it was last looked at: other processes may add keys. */
  #ring: KeyRing;
  #locked: LockedFile | undefined;

  constructor(raw: RawStack, ports: StorePorts, ring: KeyRing) {
    this.#raw = raw;
    this.#ports = ports;
    this.lineage = ring.lineage;
    this.#ring = ring;
  }

  async read() {
    const { snapshot, head } = await this.#load();
    const holder = rows.holderOf(head);
    if (holder === undefined) return { snapshot };
    const { processes } = this.#ports;
    const file = await lock.lookAtFile(holder, this.#raw.lockFile, processes);
    return { snapshot, ...(lock.isAlive(holder, processes, file) && { holder }) };
  }

  async begin(request: RunRequest): Promise<StackRun> {
    const { processes } = this.#ports;
    for (let attempt = 1; ; attempt++) {
      const loaded = await this.#load();
      const holder = rows.holderOf(loaded.head);
      if (holder !== undefined && lock.isSeen(holder, processes)) throw lock.locked(holder, processes);
      // Before the stack names this run: whoever finds the file free then knows that its process has died.
      const file = await lock.lockBeside(this.#raw.lockFile, processes);
      if (file === "held" && attempt < (holder === undefined ? attemptsAtNobody : attemptsAtHolder)) continue;
      const run = await this.#beginWith(file, loaded, holder, request);
      // Else another run came between reading and writing; who holds the stack now is to be seen anew.
      if (run !== undefined) return run;
    }
  }

  async #beginWith(
    file: LockedFile | "held" | "none",
    loaded: Loaded,
    holder: lock.Holder | undefined,
    request: RunRequest,
  ): Promise<StackRun | undefined> {
    const lockedFile = typeof file === "string" ? undefined : file;
    let run: StackRun | undefined;
    try {
      const { processes } = this.#ports;
      if (file === "held") throw holder === undefined ? lock.beginning() : lock.locked(holder, processes);
      if (holder !== undefined && lock.isAlive(holder, processes, lock.fileWitness(holder, file))) {
        throw lock.locked(holder, processes);
      }
      const dead = holder && {
        holder,
        row: (await this.history()).find((row) => row.runId === holder.runId),
      };
      run = await startRun(loaded, request, dead, lockedFile);
      this.#locked = lockedFile;
      return run;
    } finally {
      if (run === undefined) lockedFile?.release();
    }
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

  openDocument(sealed: Uint8Array, beside: string): Uint8Array | undefined {
    return this.#ring.sealer.openDocument(sealed, beside);
  }

  async verify(): Promise<readonly Diagnostic[]> {
    try {
      const { snapshot, head } = await this.#load();
      // A run that goes on meanwhile may have added to it.
      const records = (await this.journal()).filter(({ sequence }) => sequence <= head.head_seq);
      const replayed = replay(emptySnapshot(this.lineage), records);
      await this.history();
      return [...replayed.problems, ...sameRows(snapshot, replayed.snapshot)];
    } catch (error) {
      if (isDiagnosticError(error)) return error.diagnostics;
      throw error;
    }
  }

  async acceptRollback(): Promise<void> {
    const { head } = await this.#load({ mayBeOld: true });
    this.#ports.heads?.remember(head.lineage, head.head_seq);
  }

  async close(): Promise<void> {
    await this.#raw.close();
    this.#locked?.release();
  }

  async #load({ mayBeOld = false } = {}): Promise<Loaded> {
    // Before it is read: a run may end meanwhile.
    const seen = mayBeOld ? 0 : (this.#ports.heads?.seen(this.lineage) ?? 0);
    const reading = await this.#raw.read();
    if (reading.head.format > format) throw newer(reading.head);
    const ring = await this.#ringOf(reading.head);
    rows.checkReading(ring, reading);
    if (reading.head.head_seq < seen) throw rolledBack(reading.head.head_seq, seen);
    const snapshot = snapshotOf(reading, ring.sealer);
    const found = verifySnapshot(snapshot);
    if (found.length > 0) throw contradicting(found);
    return {
      ...reading,
      snapshot,
      raw: this.#raw,
      ring,
      ports: this.#ports,
      reload: () => this.#load(),
    };
  }

  async #ringOf(head: RawHead): Promise<KeyRing> {
    if (head.wrapped_key !== this.#ring.text) {
      this.#ring = await openRing(this.lineage, rows.keysOf(head), this.#ports.keys, this.#ring.keys);
    }
    return this.#ring;
  }

  /** What is read after a head that is checked, and before a later one, with the keys that it was written with. */
  async #besideHead<Found>(
    read: () => Promise<Found>,
  ): Promise<{ found: Found; ring: KeyRing; head: RawHead; later: RawHead }> {
    for (;;) {
      const head = await this.#raw.head();
      const found = await read();
      const later = await this.#raw.head();
      if (head.wrapped_key !== later.wrapped_key) continue;
      const ring = await this.#ringOf(later);
      rows.checkHead(ring, head);
      return { found, ring, head, later };
    }
  }
}

function snapshotOf({ head, rows: tables }: RawReading, sealer: Sealer): Snapshot {
  const resources = tables.resource.map((row) => rows.decodeResource(rows.parseRow("resource", row), sealer));
  const objects = tables.object.map((row) => rows.decodeObject(rows.parseRow("object", row), sealer));
  const intents = tables.intent.map((row) => rows.decodeIntent(rows.parseRow("intent", row), sealer));
  const ofStack = new Map(tables.output.map((row) => [row["scope"], rows.parseRow("output", row)] as const));
  const outputs = ofStack.get("stack");
  const moves = ofStack.get("moves");
  return {
    lineage: head.lineage,
    head: head.head_seq,
    nextRid: head.next_rid,
    resources: new Map(resources.map((row) => [row.rid, row])),
    objects: new Map(objects.map((row) => [objectKey(row.rid, row.generation), row])),
    open: new Map(intents.map((intent) => [intent.operation, intent])),
    outputs: outputs === undefined ? {} : rows.decodeOutputs(outputs, sealer),
    moves: moves === undefined ? [] : rows.decodeMoves(moves),
  };
}

function contradicting(found: readonly Diagnostic[]): DiagnosticError {
  return new DiagnosticError(
    problem("store/integrity", {
      detail: "What the store holds bears the seal of the stack, and still contradicts itself.",
      hint: "Restore the store from a backup, and please report it with what follows. Nothing has been changed.",
    }),
    ...found,
  );
}

function newer(head: RawHead): DiagnosticError {
  return new DiagnosticError(
    problem("store/newer-format", {
      detail: `The stack ${head.name} has the format ${head.format}; this version knows ${format} and older ones.`,
      hint: "Update Coconut to the version that wrote it, or a later one.",
    }),
  );
}

function otherProject(head: RawHead, { project, name }: StackAddress): DiagnosticError {
  return new DiagnosticError(
    problem("store/other-project", {
      detail: `The stack kept here as ${name} is ${head.name} of the project ${head.project}, not of ${project}.`,
      hint: "Use another stack name or another store, or correct the project's name.",
    }),
  );
}
