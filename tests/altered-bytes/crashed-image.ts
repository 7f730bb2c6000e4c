import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDiagnosticError } from "../../src/model/index.js";
import { creation, sampleMachine } from "../../src/store/conformance/index.js";
import { openStore, type StackStore, type StorePorts } from "../../src/store/internal.js";
import { sqliteStore } from "../../src/store/sqlite/index.js";
import { address, writeSample } from "./sample-state.js";
import { seenOf, type SeenState } from "./seen-state.js";

/** The files of a stack whose process died in the middle of a run. */
export interface CrashedImage {
  /** Everything in one file. */
  readonly whole: StackFiles;
  /** As they lay there at the moment. */
  readonly crashed: StackFiles & { readonly journal: Uint8Array };
  /** What another process sees of such files. */
  look(files: StackFiles): Promise<SeenState>;
  /** What is wrong after a run of another process on them; nothing if that was refused. */
  run(files: StackFiles): Promise<readonly string[]>;
  remove(): void;
}

export interface StackFiles {
  readonly database: Uint8Array;
  /** SQLite's own. */
  readonly journal?: Uint8Array;
}

export async function crashedImage(): Promise<CrashedImage> {
  const folder = mkdtempSync(join(existsSync(inMemory) ? inMemory : tmpdir(), "coconut-altered-"));
  const machine = sampleMachine();
  const store = await openIn(join(folder, "first"), machine.process(1), true);
  await writeSample(store);
  const first = join(folder, "first", "dev.db");
  const crashed = { database: readFileSync(first), journal: readFileSync(`${first}-wal`) };
  await store.close();
  const whole = { database: readFileSync(first) };
  machine.kill(1);
  const ports = machine.process(2);
  let looks = 0;
  /** In a folder of its own each time: the driver may keep a file open for longer than it was asked to. */
  const within = async <Result>(
    files: StackFiles,
    look: (open: () => Promise<StackStore>) => Promise<Result>,
  ): Promise<Result> => {
    const place = join(folder, `look-${++looks}`);
    put(place, files);
    try {
      return await look(() => openIn(place, ports, false));
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  };
  return {
    whole,
    crashed,
    look: (files) => within(files, seenOf),
    run: (files) => within(files, runOn),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Where nothing waits for a disk. */
const inMemory = "/dev/shm";

async function runOn(open: () => Promise<StackStore>): Promise<readonly string[]> {
  const store = await open();
  try {
    const run = await store.begin({ command: "apply", actor: "eve" });
    for (const record of creation(5)) await run.append(record);
    await run.end("succeeded", { create: 1 });
    return (await store.verify()).map(({ code }) => code);
  } catch (error) {
    return isDiagnosticError(error) ? [] : [String(error)];
  } finally {
    await store.close();
  }
}

function put(folder: string, { database, journal }: StackFiles): void {
  mkdirSync(folder);
  writeFileSync(join(folder, "dev.db"), database, { mode: 0o600 });
  if (journal !== undefined) writeFileSync(join(folder, "dev.db-wal"), journal, { mode: 0o600 });
}

async function openIn(folder: string, ports: StorePorts, create: boolean): Promise<StackStore> {
  return (await openStore(sqliteStore(folder), ports)).open(address, { create });
}
