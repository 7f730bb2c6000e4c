import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { secretOf, type Snapshot } from "../../src/model/index.js";
import { creation, sampleMachine } from "../../src/store/conformance/index.js";
import { openStore, type StackRun, type StackStore } from "../../src/store/internal.js";
import { openDatabase, type DriverName } from "../../src/store/sqlite/driver.js";
import { sqliteStore } from "../../src/store/sqlite/index.js";
import { asOlderFormat } from "../store/older-format.js";
import { address, request, temporaryFolder } from "../store/temporary-folder.js";

/** A commit that was acknowledged, and what the stack was by it. */
export interface RecordedCommit {
  /** How much of the log it needs. */
  readonly end: number;
  readonly snapshot: Snapshot;
}

/**
 * What was written to disk in the course of a run: first the write-ahead log, from its beginning to its end; when the
 * run had ended the database, page after page.
 */
export interface RecordedDisk {
  readonly driver: DriverName;
  readonly machine: ReturnType<typeof sampleMachine>;
  readonly log: Buffer;
  /** The log of the run before it, in whose place it was written. */
  readonly olderLog: Buffer;
  readonly database: Buffer;
  readonly databaseAfter: Buffer;
  /** That of the run before first. */
  readonly commits: readonly RecordedCommit[];
  readonly pageSize: number;
  /** Where frames end in the log, the end of its header first. */
  readonly frameEnds: readonly number[];
}

/** What a run is recorded of: one that makes resources, one that prunes the journal, or the first on a file of an older format. */
export type RecordedWork = "make" | "prune" | "upgrade";

/** Records a run that makes so many resources, and as many again in one commit; or one with other work after such a run. */
export async function recordDisk(
  driver: DriverName,
  resources: number,
  work: RecordedWork = "make",
): Promise<RecordedDisk> {
  const folder = temporaryFolder();
  const path = join(folder, "dev.db");
  const files = () => ({ log: readFileSync(`${path}-wal`), database: readFileSync(path) });
  const checkpoints: ReturnType<typeof files>[] = [];
  // How much of the log the end of a run needs that goes on writing: its file is made smaller.
  const ended: number[] = [];
  const machine = sampleMachine();
  const raw = sqliteStore(folder, {
    open: (file) => {
      const database = openDatabase(file, driver);
      return {
        ...database,
        execute: (sql) => {
          if (sql === "vacuum") ended.push(statSync(`${path}-wal`).size);
          database.execute(sql);
        },
        all: (sql, parameters) => {
          if (sql.startsWith("pragma wal_checkpoint")) checkpoints.push(files());
          return database.all(sql, parameters);
        },
      };
    },
  });
  const open = async (create: boolean) =>
    (await openStore(raw, machine.process(1))).open(address, { create });
  let stack = await open(true);
  const commits: RecordedCommit[] = [];
  const acknowledged = async () => {
    const { snapshot } = await stack.read();
    commits.push({ end: existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0, snapshot });
  };
  const before = await stack.begin(request);
  await makeResources(before, 1000, 2 * resources, async () => {});
  await before.end("succeeded", {});
  if (work === "upgrade") {
    await stack.close();
    await asOlderFormat(path, 2, machine.process(1).keys);
    stack = await open(false);
  }
  await acknowledged();
  const run = await stack.begin(request);
  await acknowledged();
  if (work === "prune") await run.prune(1);
  else await makeResources(run, 0, resources, acknowledged);
  await run.end("succeeded", {});
  const { snapshot } = await stack.read();
  for (const end of [...ended, checkpoints[1]!.log.length]) commits.push({ end, snapshot });
  const databaseAfter = readFileSync(path);
  await stack.close();
  machine.kill(1);
  const { log, database } = checkpoints[1]!;
  const pageSize = log.readUInt32BE(8);
  const frames = (log.length - headerBytes) / (frameHeaderBytes + pageSize);
  const frameEnds = Array.from(
    { length: frames + 1 },
    (_, index) => headerBytes + index * (frameHeaderBytes + pageSize),
  );
  const olderLog = checkpoints[0]!.log;
  return { driver, machine, log, olderLog, database, databaseAfter, commits, pageSize, frameEnds };
}

async function makeResources(
  run: StackRun,
  after: number,
  count: number,
  acknowledged: () => Promise<void>,
): Promise<void> {
  for (let number = 1; number <= count; number++) {
    for (const record of creation(after + number, values(number))) {
      await run.append(record);
      await acknowledged();
    }
  }
  const others = Array.from({ length: count }, (_, index) => count + 1 + index);
  const together = others.map((number) => creation(after + number, values(number)));
  await Promise.all(together.flat().map((record) => run.append(record)));
  await acknowledged();
}

/** Some are larger than a page. */
function values(number: number) {
  const text = String(number % 10).repeat(number % 5 === 3 ? 5000 : 40);
  return { inputs: { text, password: secretOf(`secret ${number}`) } };
}

const headerBytes = 32;
const frameHeaderBytes = 24;

/** What lay on the disk when the power came back. */
export interface FoundDisk {
  readonly database: Buffer;
  readonly log: Buffer;
  /** The index of the log is made anew, whatever it is. */
  readonly index?: Buffer;
}

/** Opens what was found in a process of its own. */
export async function openFound(
  { driver, machine }: RecordedDisk,
  folder: string,
  found: FoundDisk,
  pid: number,
): Promise<StackStore> {
  mkdirSync(folder);
  writeFileSync(join(folder, "dev.db"), found.database, { mode: 0o600 });
  writeFileSync(join(folder, "dev.db-wal"), found.log, { mode: 0o600 });
  if (found.index !== undefined) writeFileSync(join(folder, "dev.db-shm"), found.index, { mode: 0o600 });
  const store = await openStore(sqliteStore(folder, { driver }), machine.process(pid));
  return store.open(address, { create: false });
}
