import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusal, sampleMachine } from "../../src/store/conformance/index.js";
import { openStore, type StackStore } from "../../src/store/internal.js";
import { openDatabase, preferredDriver, type DriverName } from "../../src/store/sqlite/driver.js";
import { sqliteStore } from "../../src/store/sqlite/index.js";
import type { SqliteDatabase } from "../../src/store/sqlite/sqlite-database.js";
import { address, request, temporaryFolder } from "../store/temporary-folder.js";
import { isFullProof, proved } from "../support/proof.js";
import { hasTool } from "../support/has-tool.js";
import { CrashWorld } from "./crash-world.js";
import { readTrace, tracedCalls } from "./read-trace.js";
import {
  openFound,
  recordDisk,
  type FoundDisk,
  type RecordedCommit,
  type RecordedDisk,
} from "./recorded-disk.js";
import { buildProcess } from "./started-process.js";

/**
 * What is simulated: bytes reach the disk in the order in which they were written, and the power goes between two of
 * them. What is not: sectors that overtake each other between two syncs, and disks that say they have synced when they
 * have not.
 */
const figures = { cuts: 0, checkpointCuts: 0, lost: 0, corrupt: 0 };

afterAll(() => proved("power-loss", figures));

const drivers = [...new Set<DriverName>(["libsql", preferredDriver()])];

describe.each(drivers)("the power goes, with SQLite by %s", (driver) => {
  test.each([
    {
      title: "the journal is written",
      work: "make",
      resources: isFullProof ? 20 : 4,
      least: isFullProof ? 3000 : 800,
    },
    {
      title: "the journal is pruned",
      work: "prune",
      resources: isFullProof ? 20 : 4,
      least: isFullProof ? 1000 : 100,
    },
    {
      title: "a file is upgraded",
      work: "upgrade",
      resources: isFullProof ? 10 : 1,
      least: isFullProof ? 1000 : 100,
    },
  ] as const)(
    "while $title: a commit is there if all of its bytes are",
    { timeout: 900_000 },
    async ({ work, resources, least }) => {
      const folder = temporaryFolder();
      const disk = await recordDisk(driver, resources, work);
      expect(disk.frameEnds.at(-1)).toBe(disk.log.length);
      expect(disk.olderLog.length).toBeGreaterThan(disk.log.length);
      const cuts = disk.frameEnds.flatMap((end, index) =>
        cutsIn(index === 0 ? 0 : disk.frameEnds[index - 1]!, end),
      );
      const problems: string[] = [];
      const before = figures.cuts;
      for (const cut of cuts) {
        for (const found of foundAfter(disk, cut)) {
          const intact = sameBytes(disk.log, found.log, cut);
          const expected = disk.commits.findLast(({ end }) => end <= intact)!;
          const problem = await problemOf(disk, found, expected.snapshot, folder, figures.cuts++);
          if (problem !== undefined) problems.push(`cut at ${cut}: ${problem}`);
        }
      }
      expect(problems).toEqual([]);
      expect(figures.cuts - before).toBeGreaterThan(least);
    },
  );

  test.each([
    { title: "the journal is moved into the database", work: "make" },
    { title: "what is left after pruning is moved into the database", work: "prune" },
    { title: "an upgrade is moved into the database", work: "upgrade" },
  ] as const)("while $title: nothing is missing", { timeout: 900_000 }, async ({ work }) => {
    const folder = temporaryFolder();
    const disk = await recordDisk(driver, isFullProof ? 10 : 2, work);
    const { database, databaseAfter, log, pageSize } = disk;
    const problems: string[] = [];
    for (let cut = 0; cut <= databaseAfter.length; cut += pageSize / 4) {
      const found = {
        log,
        database: Buffer.concat([databaseAfter.subarray(0, cut), database.subarray(cut)]),
      };
      const problem = await problemOf(
        disk,
        found,
        disk.commits.at(-1)!.snapshot,
        folder,
        figures.checkpointCuts,
      );
      if (problem !== undefined) problems.push(`cut at ${cut}: ${problem}`);
      figures.checkpointCuts++;
    }
    expect(problems).toEqual([]);
  });
});

describe.each(drivers)("what is committed is flushed, with SQLite by %s", (driver) => {
  test("that is asked for, and read back", async () => {
    const folder = temporaryFolder();
    const opened: SqliteDatabase[] = [];
    const open = (path: string) => {
      opened.push(openDatabase(path, driver));
      return opened.at(-1)!;
    };
    await (await openWith(folder, open)).close();
    const settings = ["journal_mode", "synchronous", "fullfsync", "secure_delete"];
    const ask = (pragma: string) => Object.values(opened.at(-1)!.all(`pragma ${pragma}`)[0]!)[0];
    await openWith(folder, (path) => ({ ...open(path), close: () => {} }));
    expect(settings.map(ask)).toEqual(["wal", 2, 1, 1]);
  });

  test.each([
    ["synchronous = full", "synchronous = normal"],
    ["journal_mode = wal", "journal_mode = delete"],
  ])("a SQLite that answers %s with %s is refused", async (asked, done) => {
    const folder = temporaryFolder();
    const careless = (path: string): SqliteDatabase => {
      const database = openDatabase(path, driver);
      return {
        ...database,
        execute: (sql) => database.execute(sql.replace(asked, done)),
        all: (sql, parameters) => database.all(sql.replace(asked, done), parameters),
      };
    };
    expect(await refusal(openWith(folder, careless), "store/unreadable")).toContain(
      "SQLite cannot use a durable journal here",
    );
  });
});

describe.runIf(hasTool("strace", ["-o", "/dev/null", "true"]))(
  "what is committed is flushed, as the system sees it",
  () => {
    beforeAll(buildProcess);

    test("before a byte leaves the process", { timeout: 180_000 }, async () => {
      const world = await CrashWorld.make();
      const file = join(world.folder, "calls");
      const under = ["strace", "-f", "-y", "-s", "0", "-o", file, "-e", `trace=${tracedCalls}`];
      expect(await world.start("shop", { under }).report).toMatchObject({ ok: true, diagnostics: [] });
      const seen = readTrace(readFileSync(file, "utf8").split("\n"), world.folder);
      expect(seen.problems).toEqual([]);
      // The commits of the run, all of its requests, the new files, and the move of the log into the database.
      expect(seen.syncs).toBeGreaterThan(9);
      expect(seen.sent).toBeGreaterThan(3);
      expect(seen.placed).toEqual(["key", "store/dev.db"]);
      expect(seen.emptied).toBe(1);
    });
  },
);

async function openWith(folder: string, open: (path: string) => SqliteDatabase): Promise<StackStore> {
  const store = await openStore(sqliteStore(folder, { open }), sampleMachine().process(1));
  return store.open(address, { create: true });
}

/** At the end of a frame and around it, behind the header of the frame and in its middle. */
function cutsIn(begin: number, end: number): readonly number[] {
  const places = [begin + 1, begin + 24, (begin + end) >> 1, end - 1, end];
  return [...new Set(begin === 0 ? [0, ...places] : places)];
}

/** How far the log is what was written. A byte behind the cut may happen to be the right one. */
function sameBytes(log: Buffer, found: Buffer, cut: number): number {
  let count = cut;
  while (count < log.length && log[count] === found[count]) count++;
  return count;
}

/** What may lie behind a cut: nothing, anything, or what was there before. */
function foundAfter({ database, log, olderLog }: RecordedDisk, cut: number): readonly FoundDisk[] {
  const written = log.subarray(0, cut);
  const anything = noise(Math.max(log.length - cut, 5000), cut);
  return [
    { database, log: written },
    { database, log: Buffer.concat([written, anything]), index: noise(32_768, cut) },
    { database, log: Buffer.concat([written, olderLog.subarray(cut)]) },
  ];
}

function noise(length: number, seed: number): Buffer {
  return createHash("shake256", { outputLength: length }).update(String(seed)).digest();
}

/** What is wrong with a stack that was found, if anything is. */
async function problemOf(
  disk: RecordedDisk,
  found: FoundDisk,
  expected: RecordedCommit["snapshot"],
  folder: string,
  index: number,
): Promise<string | undefined> {
  const place = join(folder, String(index));
  try {
    const stack = await openFound(disk, place, found, 2);
    try {
      const { snapshot } = await stack.read();
      if (snapshot.head < expected.head) figures.lost++;
      assert.equal(snapshot.head, expected.head, "the last record");
      assert.deepEqual(snapshot, expected);
      assert.deepEqual(await stack.verify(), []);
      // It can be gone on with.
      if (index % 16 === 0) await (await stack.begin(request)).end("succeeded", {});
      return undefined;
    } finally {
      await stack.close();
    }
  } catch (error) {
    figures.corrupt++;
    return (error as Error).message;
  } finally {
    rmSync(place, { recursive: true });
  }
}
