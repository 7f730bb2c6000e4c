import { DiagnosticError, isDiagnosticError, objectKey } from "../model/index.js";
import type { Diagnostic, Snapshot } from "../model/index.js";
import { replay, emptySnapshot, verifySnapshot } from "../state/index.js";
import { problem } from "./diagnostics.js";
import { isAlive, locked, type Holder } from "./lock.js";
import type { StorePorts } from "./ports.js";
import type { RawHead, RawReading, RawStack } from "./raw/index.js";
import * as rows from "./rows/index.js";
import { decodeRun } from "./run-row.js";
import { createKey, Sealer, unwrapKeys, type DataKey, type WrappedKey } from "./seal/index.js";
import { startRun, type Loaded } from "./stack-run.js";
import type { RunRequest, StackAddress, StackRun, StackStore } from "./store.js";
import { missingRuns, sameRows } from "./compare-journal.js";

/** The layout of rows and bodies that this version writes. Newer ones are refused by name. */
const format = 1;

/** The row of a stack that nothing has happened to, with a key of its own. */
export async function firstRow({ project, name }: StackAddress, ports: StorePorts): Promise<RawHead> {
  const lineage = Buffer.from(ports.randomBytes(16)).toString("hex");
  const { key, wrapped } = await createKey(lineage, ports.keys, ports.randomBytes);
  const hash = rows.firstHash(lineage);
  return rows.authenticHead(key, {
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
    wrapped_key: JSON.stringify([wrapped]),
  });
}

export async function stackStore(
  raw: RawStack,
  address: StackAddress,
  ports: StorePorts,
): Promise<StackStore> {
  try {
    return new SealedStack(raw, ports, await openedKey(await raw.head(), address, ports));
  } catch (error) {
    await raw.close();
    throw error;
  }
}

interface Opened {
  readonly lineage: string;
  readonly key: DataKey;
  readonly sealer: Sealer;
}

async function openedKey(head: RawHead, address: StackAddress, ports: StorePorts): Promise<Opened> {
  if (head.format > format) throw newer(head);
  if (head.project !== address.project || head.name !== address.name) throw otherProject(head, address);
  const wrapped = parseKeys(head);
  const keys = await unwrapKeys(head.lineage, ports.keys, wrapped);
  return { lineage: head.lineage, key: keys.at(-1)!, sealer: new Sealer(head.lineage, keys) };
}

class SealedStack implements StackStore {
  readonly lineage: string;
  readonly #raw: RawStack;
  readonly #ports: StorePorts;
  readonly #key: DataKey;
  readonly #sealer: Sealer;

  constructor(raw: RawStack, ports: StorePorts, { lineage, key, sealer }: Opened) {
    this.#raw = raw;
    this.#ports = ports;
    this.lineage = lineage;
    this.#key = key;
    this.#sealer = sealer;
  }

  async read() {
    const { snapshot, head } = await this.#load();
    const holder = holderOf(head);
    const isHeld = holder !== undefined && isAlive(holder, this.#ports.processes);
    return { snapshot, ...(isHeld && { holder }) };
  }

  async begin(request: RunRequest): Promise<StackRun> {
    for (;;) {
      const loaded = await this.#load();
      const holder = holderOf(loaded.head);
      if (holder !== undefined && isAlive(holder, this.#ports.processes)) {
        throw locked(holder, this.#ports.processes);
      }
      const dead = holder && {
        holder,
        row: (await this.history()).find((row) => row.runId === holder.runId),
      };
      const run = await startRun(loaded, request, dead);
      // Else another run came between reading and writing; who holds the stack now is to be seen anew.
      if (run !== undefined) return run;
    }
  }

  async journal(after = 0) {
    return (await this.#raw.journal(after)).map((record) => rows.decodeRecord(record, this.#sealer));
  }

  async history() {
    return (await this.#raw.runs()).map((row) => {
      rows.checkRow(this.#key, "run", row, 0);
      return decodeRun(row);
    });
  }

  async verify(): Promise<readonly Diagnostic[]> {
    try {
      const { snapshot, head } = await this.#load();
      const journal = await this.#raw.journal(0);
      const first = rows.firstHash(this.lineage);
      rows.checkChain(
        0,
        first,
        journal.filter(({ seq }) => seq <= head.head_seq),
        head,
      );
      const records = await this.journal();
      const replayed = replay(emptySnapshot(this.lineage), records);
      return [
        ...replayed.problems,
        ...sameRows(snapshot, replayed.snapshot),
        ...missingRuns(records, await this.history()),
      ];
    } catch (error) {
      if (isDiagnosticError(error)) return error.diagnostics;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#raw.close();
  }

  async #load(): Promise<Loaded> {
    const reading = await this.#raw.read();
    if (reading.head.format > format) throw newer(reading.head);
    rows.checkReading(this.#key, reading);
    const snapshot = snapshotOf(reading, this.#sealer);
    const [first, ...others] = verifySnapshot(snapshot);
    if (first !== undefined) throw new DiagnosticError(first, ...others);
    return {
      ...reading,
      snapshot,
      raw: this.#raw,
      key: this.#key,
      sealer: this.#sealer,
      ports: this.#ports,
      reload: () => this.#load(),
    };
  }
}

function snapshotOf({ head, rows: tables }: RawReading, sealer: Sealer): Snapshot {
  const resources = tables.resource.map((row) => rows.decodeResource(rows.parseRow("resource", row), sealer));
  const objects = tables.object.map((row) => rows.decodeObject(rows.parseRow("object", row), sealer));
  const intents = tables.intent.map((row) => rows.decodeIntent(rows.parseRow("intent", row), sealer));
  const [outputs] = tables.output.map((row) => rows.decodeOutputs(rows.parseRow("output", row), sealer));
  return {
    lineage: head.lineage,
    head: head.head_seq,
    nextRid: head.next_rid,
    resources: new Map(resources.map((row) => [row.rid, row])),
    objects: new Map(objects.map((row) => [objectKey(row.rid, row.generation), row])),
    open: new Map(intents.map((intent) => [intent.operation, intent])),
    outputs: outputs ?? {},
  };
}

function holderOf({ holder }: RawHead): Holder | undefined {
  return holder === null ? undefined : (JSON.parse(holder) as Holder);
}

function parseKeys(head: RawHead): readonly [WrappedKey, ...WrappedKey[]] {
  let keys: unknown;
  try {
    keys = JSON.parse(head.wrapped_key);
  } catch {
    keys = undefined;
  }
  if (Array.isArray(keys) && keys.length > 0) return keys as [WrappedKey, ...WrappedKey[]];
  throw rows.altered(head.head_seq, "The wrapped key of the stack cannot be read.");
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
