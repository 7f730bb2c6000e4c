import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { creation, refusal } from "../../src/store/conformance/index.js";
import { memoryStore, openStore, type RawCopy } from "../../src/store/internal.js";
import { copyStack } from "../../src/store/raw/index.js";
import { openDatabase, preferredDriver, type DriverName } from "../../src/store/sqlite/driver.js";
import { sqliteStore } from "../../src/store/sqlite/index.js";
import { bundledScript } from "../support/bundled-script.js";
import { asOlderFormat } from "./older-format.js";
import { address, databaseIn, openIn, portsIn, request, temporaryFolder } from "./temporary-folder.js";

const script = bundledScript(fileURLToPath(new URL("restore-process.ts", import.meta.url)));
beforeAll(script.build);

/** A stack with a few resources, and a copy of it. */
async function copied(folder: string, format: 1 | 2 | 3 = 3): Promise<RawCopy> {
  const stack = await openIn(folder);
  const run = await stack.begin(request);
  for (const entry of [1, 2, 3].flatMap((rid) => creation(rid))) await run.append(entry);
  await run.end("succeeded", { create: 3 });
  await stack.close();
  if (format !== 3) await asOlderFormat(databaseIn(folder), format, portsIn(folder).keys);
  const raw = (await sqliteStore(join(folder, "store")).open(address))!;
  const copy = await copyStack(raw);
  await raw.close();
  return copy;
}

/** How many resources a restored stack has, which verifies; undefined if there is none. */
async function restoredIn(place: string, folder: string): Promise<number | undefined> {
  const store = await openStore(sqliteStore(place, { isShared: true }), portsIn(folder));
  if (!(await store.exists(address))) {
    expect(await store.list()).toEqual([]);
    return undefined;
  }
  const stack = await store.open(address, { create: false });
  expect(await stack.verify()).toEqual([]);
  const { size } = (await stack.read()).snapshot.resources;
  await stack.close();
  return size;
}

test("a stack moves between kinds of stores and back", async () => {
  const folder = temporaryFolder();
  const copy = await copied(folder);
  const memory = memoryStore();
  expect(await memory.restore(copy)).toBe(true);
  const inMemory = (await memory.open(address))!;
  const back = await copyStack(inMemory);
  expect(await sqliteStore(join(folder, "back"), { isShared: true }).restore(back)).toBe(true);
  expect(await restoredIn(join(folder, "back"), folder)).toBe(3);
});

test.each([1, 2] as const)("a stack of format %d is restored as it is, and goes on", async (format) => {
  const folder = temporaryFolder();
  const copy = await copied(folder, format);
  expect(copy.head.format).toBe(format);
  const raw = sqliteStore(join(folder, "back"));
  expect(await raw.restore(copy)).toBe(true);
  const stack = await (await openStore(raw, portsIn(folder))).open(address, { create: false });
  expect(await stack.verify()).toEqual([]);
  await (await stack.begin(request)).end("succeeded", {});
  expect(await stack.verify()).toEqual([]);
  await stack.close();
});

test("a stack that is directly in a shared folder is not restored beside itself", async () => {
  const folder = temporaryFolder();
  const copy = await copied(folder);
  expect(await sqliteStore(join(folder, "store"), { isShared: true }).restore(copy)).toBe(false);
  expect(existsSync(join(folder, "store/shop"))).toBe(false);
});

describe.each([...new Set<DriverName>(["libsql", preferredDriver()])])("by %s", (driver) => {
  test("a restore that fails anywhere leaves nothing, and can be repeated", async () => {
    const folder = temporaryFolder();
    const copy = await copied(folder);
    for (let failAt = 1; ; failAt++) {
      const place = join(folder, `place-${failAt}`);
      let statements = 0;
      const open = (path: string) => {
        const database = openDatabase(path, driver);
        const execute = (sql: string) => {
          if (++statements === failAt) throw new Error("disk I/O error");
          database.execute(sql);
        };
        return { ...database, execute };
      };
      const raw = sqliteStore(place, { open, isShared: true });
      const isMade = await raw.restore(copy).catch(() => undefined);
      if (isMade === true) {
        expect(failAt).toBeGreaterThan(10);
        return;
      }
      expect(readdirSync(join(place, "shop"))).toEqual([]);
      expect(await restoredIn(place, folder)).toBeUndefined();
      expect(await sqliteStore(place, { isShared: true }).restore(copy)).toBe(true);
      expect(await restoredIn(place, folder)).toBe(3);
    }
  });
});

test("a process that is killed while it restores a stack leaves all of it or nothing", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "copy.json");
  writeFileSync(file, JSON.stringify(await copied(folder)));
  const restore = (place: string, killAt: number) =>
    spawnSync(process.execPath, [script.path, place, file, String(killAt)], { encoding: "utf8" });
  const whole = restore(join(folder, "whole"), 0);
  const [isMade, moments] = whole.stdout.trim().split(" ");
  expect([isMade, whole.stderr]).toEqual(["true", ""]);
  // The first and the last of them, and every fourth in between.
  const last = Number(moments);
  const kills = Array.from({ length: last }, (_, index) => index + 1).filter(
    (at) => at <= 6 || at >= last - 8 || at % 4 === 0,
  );
  const found = new Set<number | undefined>();
  for (const killAt of kills) {
    const place = join(folder, `killed-${killAt}`);
    expect(restore(place, killAt).signal).toBe("SIGKILL");
    const left = await restoredIn(place, folder);
    found.add(left);
    const again = JSON.parse(readFileSync(file, "utf8")) as RawCopy;
    expect(await sqliteStore(place, { isShared: true }).restore(again)).toBe(left === undefined);
    expect(await restoredIn(place, folder)).toBe(3);
  }
  expect([...found].filter((size) => size !== 3)).toEqual([undefined]);
});

test("the journal of a file that is missing is not played into a restored one", async () => {
  const folder = temporaryFolder();
  const copy = await copied(folder);
  const raw = sqliteStore(join(folder, "place"));
  await raw.restore(copy);
  await raw.remove(address);
  writeFileSync(join(folder, "place/dev.db-wal"), "left");
  await refusal(raw.restore(copy), "store/not-a-stack");
});
