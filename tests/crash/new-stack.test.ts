import { linkSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { refusal, sampleMachine } from "../../src/store/conformance/index.js";
import { openStore, type StackStore } from "../../src/store/internal.js";
import { openDatabase, preferredDriver, type DriverName } from "../../src/store/sqlite/driver.js";
import { sqliteStore } from "../../src/store/sqlite/index.js";
import type { SqliteDatabase } from "../../src/store/sqlite/sqlite-database.js";
import { address, temporaryFolder } from "../store/temporary-folder.js";
import { CrashWorld } from "./crash-world.js";
import { buildProcess } from "./started-process.js";

beforeAll(buildProcess);

const drivers = [...new Set<DriverName>(["libsql", preferredDriver()])];
type Open = (path: string) => SqliteDatabase;

async function makeIn(folder: string, open: Open): Promise<StackStore> {
  const store = await openStore(sqliteStore(folder, { open }), sampleMachine().process(1));
  return store.open(address, { create: true });
}

test("processes that make one stack at the same time all get the same one", async () => {
  const world = await CrashWorld.make();
  const started = Array.from({ length: 4 }, () => world.start("bucket", { command: "look" }));
  for (const { report } of started) expect(await report).toMatchObject({ ok: true, diagnostics: [] });
  expect(readdirSync(join(world.folder, "store")).filter((name) => name.startsWith("."))).toEqual([]);
  await world.settles("bucket");
});

describe.each(drivers)("the file of a new stack, by %s", (driver) => {
  const open: Open = (path) => openDatabase(path, driver);

  test("is there when all of it is", async () => {
    const folder = temporaryFolder();
    const seen: string[][] = [];
    const watching: Open = (path) => {
      const database = open(path);
      const look = () => void seen.push(readdirSync(folder).filter((name) => name.endsWith(".db")));
      return {
        ...database,
        execute: (sql) => (look(), database.execute(sql)),
        close: () => (database.close(), look()),
      };
    };
    const stack = await makeIn(folder, watching);
    const making = seen.findIndex((names) => names.length > 0);
    expect(making).toBeGreaterThan(4);
    expect(seen.slice(0, making).flat()).toEqual([]);
    expect(statSync(join(folder, "dev.db")).mode & 0o777).toBe(0o600);
    // Its journal is the write-ahead log from the beginning: the first to open it need not change it.
    expect(readFileSync(join(folder, "dev.db"))[18]).toBe(2);
    expect(await stack.verify()).toEqual([]);
    await stack.close();
  });

  test("is the one that came first, for whoever comes second", async () => {
    const folder = temporaryFolder();
    let first: Promise<StackStore> | undefined;
    const overtaken: Open = (path) => {
      const database = open(path);
      const close = () => {
        database.close();
        if (!path.endsWith(".db")) first ??= makeIn(folder, open);
      };
      return { ...database, close };
    };
    const second = await makeIn(folder, overtaken);
    const other = await first!;
    expect(second.lineage).toBe(other.lineage);
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
    await Promise.all([second.close(), other.close()]);
  });

  test("is no stack while it is made; what is left of it is taken away in time", async () => {
    const folder = temporaryFolder();
    const left = [".dev.db.0123456789ab.new", ".dev.db.0123456789ab.new-wal", ".dev.db.ba9876543210.new"];
    for (const name of left) writeFileSync(join(folder, name), "half");
    expect(await sqliteStore(folder).list()).toEqual([]);
    const anHourAgo = Date.now() / 1000 - 3700;
    for (const name of left.slice(0, 2)) utimesSync(join(folder, name), anHourAgo, anHourAgo);
    const stack = await makeIn(folder, open);
    expect(await sqliteStore(folder).list()).toEqual([{ project: "shop", name: "dev" }]);
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([left[2]]);
    await stack.close();
  });

  test("has one name when it is opened, though its maker was killed before it took the other away", async () => {
    const folder = temporaryFolder();
    await (await makeIn(folder, open)).close();
    linkSync(join(folder, "dev.db"), join(folder, ".dev.db.0123456789ab.new"));
    await (await makeIn(folder, open)).close();
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("is not made beside the journal of one that is missing, which is left alone", async () => {
    const folder = temporaryFolder();
    const stray = join(folder, "dev.db-wal");
    writeFileSync(stray, "the only trace of what there was");
    expect(await refusal(makeIn(folder, open), "store/not-a-stack")).toContain("dev.db, which is missing");
    expect(readdirSync(folder)).toEqual(["dev.db-wal"]);
    expect(readFileSync(stray, "utf8")).toBe("the only trace of what there was");
  });
});
