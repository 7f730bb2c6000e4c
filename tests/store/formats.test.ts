import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { creation, refusal } from "../../src/store/conformance/index.js";
import { openStore, readAll, type StackStore } from "../../src/store/internal.js";
import { stateTables } from "../../src/store/raw/index.js";
import { StateSum } from "../../src/store/rows/index.js";
import { openDatabase } from "../../src/store/sqlite/driver.js";
import { sqliteStore } from "../../src/store/sqlite/index.js";
import type { SqliteDatabase } from "../../src/store/sqlite/sqlite-database.js";
import { asOlderFormat } from "./older-format.js";
import { sealAnew } from "./seal-anew.js";
import { address, databaseIn, openIn, portsIn, request, temporaryFolder } from "./temporary-folder.js";

/** Two runs: one that made two objects, and one that was cut off and left an operation open. */
async function olderStack(format: 1 | 2): Promise<string> {
  const folder = temporaryFolder();
  const stack = await openIn(folder);
  const first = await stack.begin(request);
  for (const entry of [...creation(1), ...creation(2)]) await first.append(entry);
  await first.end("succeeded", { create: 2 });
  const second = await stack.begin(request);
  await second.append(creation(3)[0]);
  await second.end("interrupted", {});
  await stack.close();
  await asOlderFormat(databaseIn(folder), format, portsIn(folder).keys);
  return folder;
}

async function formatOf(folder: string): Promise<number> {
  const raw = (await sqliteStore(join(folder, "store")).open(address))!;
  const { format } = await raw.head();
  await raw.close();
  return format;
}

async function contents(stack: StackStore) {
  const { snapshot } = await stack.read();
  return { snapshot, journal: await stack.journal(), history: await stack.history() };
}

describe.each([1, 2] as const)("a stack of format %i", (format) => {
  test("is read as it is, and not written to", async () => {
    const folder = await olderStack(format);
    const before = readFileSync(databaseIn(folder));
    const stack = await openIn(folder);
    const { snapshot, journal, history } = await contents(stack);
    expect([snapshot.objects.size, snapshot.open.size, journal.length, history.length]).toEqual([3, 1, 9, 2]);
    expect(await stack.verify()).toEqual([]);
    await stack.close();
    expect(readFileSync(databaseIn(folder)).equals(before)).toBe(true);
  });

  test("is upgraded by the first run, with all that it holds", async () => {
    const folder = await olderStack(format);
    const stack = await openIn(folder);
    const before = await contents(stack);
    const run = await stack.begin(request);
    expect(await formatOf(folder)).toBe(3);
    for (const entry of creation(4)) await run.append(entry);
    await run.end("succeeded", { create: 1 });
    const after = await contents(stack);
    expect(after.journal.slice(0, 9)).toEqual(before.journal);
    expect(after.history.slice(0, 2)).toEqual(before.history);
    expect([after.snapshot.objects.size, after.snapshot.open.size]).toEqual([4, 1]);
    expect(await stack.verify()).toEqual([]);
  });

  test("is of the one format or of the other, wherever the upgrade is cut off", async () => {
    const formats = new Set<number>();
    for (let cutAt = 1; !formats.has(3); cutAt++) {
      const folder = await olderStack(format);
      const before = await contents(await openIn(folder));
      const store = sqliteStore(join(folder, "store"), { open: (path) => cutOff(openDatabase(path), cutAt) });
      const stack = await (await openStore(store, portsIn(folder))).open(address, { create: false });
      await stack.begin(request).catch(() => undefined);
      const now = await openIn(folder);
      formats.add(await formatOf(folder));
      expect((await now.read()).snapshot.objects).toEqual(before.snapshot.objects);
      expect(await now.verify()).toEqual([]);
    }
    expect([...formats]).toEqual([format, 3]);
  });
});

/** Of which one statement that writes fails, counted from the first. */
function cutOff(database: SqliteDatabase, at: number): SqliteDatabase {
  let written = 0;
  let isWriting = false;
  const count = (sql: string) => {
    if (sql.startsWith("begin")) isWriting = sql === "begin immediate";
    else if (isWriting && sql !== "rollback" && ++written === at) throw new Error("disk I/O error");
  };
  return {
    ...database,
    execute: (sql) => (count(sql), database.execute(sql)),
    run: (sql, parameters) => (count(sql), database.run(sql, parameters)),
  };
}

test("a stack that needs something that this version does not know is refused by its name", async () => {
  const folder = temporaryFolder();
  await (await openIn(folder)).close();
  const database = openDatabase(databaseIn(folder));
  database.execute(`update stack set features = '["fleets"]'`);
  database.close();
  await sealAnew(databaseIn(folder), portsIn(folder).keys);
  const store = await openStore(`sqlite:${join(folder, "store")}`, portsIn(folder));
  expect(await refusal(store.open(address, { create: false }), "store/newer-format")).toContain('"fleets"');
});

test("the sum of the rows is not to be made from what stands in them", async () => {
  const folder = temporaryFolder();
  const stack = await openIn(folder);
  const run = await stack.begin(request);
  for (const entry of [...creation(1), ...creation(2)]) await run.append(entry);
  await run.end("succeeded", {});
  const raw = (await sqliteStore(join(folder, "store")).open(address))!;
  const { head, rows } = await readAll(raw);
  const sum = new StateSum();
  for (const table of stateTables)
    for (const { mac } of rows[table]) sum.add(Buffer.from(String(mac), "base64").toString("latin1"));
  expect(head.state_sum).not.toBe(sum.text);
  await raw.close();
});
