import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isDiagnosticError } from "../../src/model/index.js";
import { creation, sampleResource } from "../../src/store/conformance/index.js";
import { memoryStore, openStore, type RawStack } from "../../src/store/internal.js";
import { openDatabase } from "../../src/store/sqlite/driver.js";
import type { SqliteDatabase } from "../../src/store/sqlite/sqlite-database.js";
import { secretOf } from "../../src/model/index.js";
import { address, databaseIn, openIn, portsIn, request, temporaryFolder } from "./temporary-folder.js";

/**
 * Every table has rows: one run has ended, one has left an operation open, and records of a third, which goes on, are
 * ahead of the rows.
 */
async function sampleFile(): Promise<{ folder: string; database: SqliteDatabase }> {
  const folder = temporaryFolder();
  const stack = await openIn(folder);
  const first = await stack.begin({ ...request, planDigest: "abc" });
  const secret = { inputs: { password: secretOf("x") }, outputs: { size: 1 } };
  for (const entry of [...creation(1, secret), ...creation(2, secret)]) await first.append(entry);
  await first.append({
    event: { kind: "recorded", what: "outputs" },
    changes: [{ put: "outputs", outputs: { a: 1 } }],
  });
  await first.end("succeeded", { create: 2 });
  const second = await stack.begin(request);
  await second.append(creation(3)[0]);
  await second.end("interrupted", {});
  const third = await stack.begin(request);
  for (const entry of creation(4)) await third.append(entry);
  await stack.close();
  return { folder, database: openDatabase(databaseIn(folder)) };
}

/** What opening, reading and verifying say; nothing when all is well. */
async function judge(folder: string): Promise<{ loading: string[]; verifying: string[]; detail: string }> {
  let loading: string[] = [];
  let detail = "";
  const codes = (error: unknown) => {
    if (!isDiagnosticError(error)) throw error;
    detail += error.message;
    return error.diagnostics.map(({ code }) => code);
  };
  try {
    const store = await openStore(`sqlite:${folder}/store`, portsIn(folder));
    const stack = await store.open(address, { create: false });
    try {
      await stack.read();
    } catch (error) {
      loading = codes(error);
    }
    const found = await stack.verify();
    await stack.close();
    return {
      loading,
      verifying: found.map(({ code }) => code),
      detail: detail + found.map((each) => each.detail).join(),
    };
  } catch (error) {
    const found = codes(error);
    return { loading: found, verifying: found, detail };
  }
}

test("a run that goes on beside a check is no fault", async () => {
  const ports = portsIn(temporaryFolder());
  const raw = memoryStore();
  const run = await (await (await openStore(raw, ports)).open(address, { create: true })).begin(request);
  const records = [...creation(1)];
  /** Each time the journal is asked for, the run has come a record further. */
  const beside = (stack: RawStack): RawStack => ({
    read: (begin) => stack.read(begin),
    head: () => stack.head(),
    append: (batch) => stack.append(batch),
    lastBefore: (epoch) => stack.lastBefore(epoch),
    runs: () => stack.runs(),
    settle: () => stack.settle(),
    close: () => stack.close(),
    journal: async (after) => {
      const next = records.shift();
      if (next !== undefined) await run.append(next);
      return stack.journal(after);
    },
  });
  const store = await openStore({ ...raw, open: async (name) => beside((await raw.open(name))!) }, ports);
  const stack = await store.open(address, { create: false });
  expect(await stack.verify()).toEqual([]);
  expect(await stack.verify()).toEqual([]);
  expect(records).toEqual([]);
  expect(await stack.verify()).toEqual([]);
  await run.end("succeeded", {});
});

interface Cell {
  readonly table: string;
  readonly column: string;
}

function cellsOf(database: SqliteDatabase): Cell[] {
  const tables = database.all("select name from sqlite_schema where type = 'table'");
  return tables.flatMap(({ name: table }) =>
    database
      .all(`select name from pragma_table_info('${String(table)}')`)
      .map(({ name }) => ({ table: String(table), column: String(name) })),
  );
}

test("an untouched file is sound", async () => {
  const { folder, database } = await sampleFile();
  database.close();
  expect(await judge(folder)).toEqual({ loading: [], verifying: [], detail: "" });
});

test("a change of any column of any table is found", { timeout: 60_000 }, async () => {
  const { folder, database } = await sampleFile();
  const unnoticed: string[] = [];
  for (const { table, column } of cellsOf(database)) {
    if (column === "stack_id") continue;
    const [row] = database.all(`select rowid as place, "${column}" as old from "${table}" limit 1`);
    const old = row!["old"]!;
    const forged = typeof old === "number" ? old + 1 : old === null ? 1 : `${old}0`;
    const set = (value: unknown) =>
      database.run(`update "${table}" set "${column}" = ? where rowid = ?`, [
        value as string,
        row!["place"]!,
      ]);
    let place = row!["place"];
    if (column === "rid" && table === "resource") place = forged;
    if (column === "seq" && table === "journal") place = forged;
    try {
      set(forged);
    } catch {
      // The schema itself refuses it.
      continue;
    }
    const { verifying } = await judge(folder);
    if (verifying.length === 0) unnoticed.push(`${table}.${column}`);
    database.run(`update "${table}" set "${column}" = ? where rowid = ?`, [old, place!]);
  }
  expect(unnoticed).toEqual([]);
  expect((await judge(folder)).verifying).toEqual([]);
  database.close();
});

describe("what loading itself finds, with the sequence number", () => {
  const forgeries: Record<string, [sql: string, detail: RegExp]> = {
    "an altered row": ["update object set id = 'forged' where rid = 1", /At record 3: .*1\.1.*"object"/],
    "a lost row": ["delete from object where rid = 3", /At record 13: Rows are missing/],
    "an altered record": [
      "update journal set body = replace(body, 'size', 'bize') where seq = 13",
      /At record 13/,
    ],
    "a lost record": ["delete from journal where seq = 12", /At record 12: The record is missing/],
    "a lost last record": ["delete from journal where seq = 13", /At record 13: The record is missing/],
    "a head set back": [
      "update stack set head_seq = 12, head_hash = (select hash from journal where seq = 12)",
      /row of the stack/,
    ],
    "a forged holder": ["update stack set holder = null", /row of the stack/],
    "a lock counter set back": ["update stack set epoch = epoch - 1", /row of the stack/],
  };
  test.each(Object.entries(forgeries))("%s", async (_, [sql, detail]) => {
    const { folder, database } = await sampleFile();
    database.execute(sql);
    database.close();
    const found = await judge(folder);
    expect(found.loading).toEqual(["store/integrity"]);
    expect(found.detail).toMatch(detail);
  });

  test("a whole row of the stack put back from earlier", async () => {
    const folder = temporaryFolder();
    const stack = await openIn(folder);
    const run = await stack.begin(request);
    await run.append(creation(1)[0]);
    const database = openDatabase(databaseIn(folder));
    database.execute("create table earlier as select * from stack");
    await run.append(creation(1)[1]);
    await run.end("succeeded", {});
    database.execute("delete from stack; insert into stack select * from earlier; drop table earlier");
    database.close();
    const found = await judge(folder);
    expect(found.loading).toEqual(["store/integrity"]);
  });

  test("a whole row of the stack put back where no row had changed", async () => {
    const folder = temporaryFolder();
    const stack = await openIn(folder);
    const run = await stack.begin(request);
    const database = openDatabase(databaseIn(folder));
    database.execute("create table earlier as select * from stack");
    await run.append({ event: { kind: "recorded", what: "nothing" }, changes: [] });
    database.execute("delete from stack; insert into stack select * from earlier; drop table earlier");
    database.close();
    const found = await judge(folder);
    expect(found.loading).toEqual(["store/integrity"]);
    expect(found.detail).toMatch(/At record 2: The head was rolled back/);
  });
});

describe("what verifying finds besides", () => {
  test.each([
    [
      "an old record that was altered",
      "update journal set body = replace(body, 'bucket', 'bucked') where seq = 2",
    ],
    ["an old record that is lost", "delete from journal where seq = 3"],
    ["a run that is lost", "delete from run where epoch = 1"],
    ["a run that was altered", "update run set result = 'failed' where epoch = 1"],
  ])("%s", async (_, sql) => {
    const { folder, database } = await sampleFile();
    database.execute(sql);
    database.close();
    expect((await judge(folder)).verifying).toEqual(["store/integrity"]);
  });
});

test.each(["stack", "journal", "resource", "run"])(
  "a text in the table %s that is no text is refused, and ends no process",
  async (table) => {
    const { folder, database } = await sampleFile();
    const column = { stack: "holder", journal: "body", resource: "name", run: "actor" }[table];
    database.execute(`update "${table}" set ${column} = cast(x'61ff' as text)`);
    database.close();
    expect((await judge(folder)).verifying).toEqual(["store/not-a-stack"]);
  },
);

describe("journal and history are checked by themselves", () => {
  test.each([
    [
      "an old record that was altered",
      "update journal set body = replace(body, 'bucket', 'bucked') where seq = 2",
    ],
    ["an old record that is lost", "delete from journal where seq = 3"],
  ])("%s", async (_, sql) => {
    const stack = await altered(sql);
    await expect(stack.journal()).rejects.toThrow("store/integrity");
    await expect(stack.journal(1)).rejects.toThrow("store/integrity");
    expect(await stack.journal(4)).toHaveLength(9);
  });

  test.each([
    ["a run that is lost", "delete from run where epoch = 1"],
    [
      "a run that is there twice",
      "insert into run select 'r-9', epoch, command, actor, plan_digest, begun_at, ended_at, result, summary, mac, host, version, drift, more from run where epoch = 1",
    ],
  ])("%s", async (_, sql) => {
    await expect((await altered(sql)).history()).rejects.toThrow("store/integrity");
  });

  async function altered(sql: string) {
    const { folder, database } = await sampleFile();
    database.execute(sql);
    database.close();
    return openIn(folder);
  }
});

test("a record that nobody with the key wrote cannot be added by copying one", async () => {
  const { folder, database } = await sampleFile();
  database.execute(
    "insert into journal select 14, epoch, run_id, 'recorded', rid, gen, null, body, hash from journal where seq = 13",
  );
  database.close();
  expect((await judge(folder)).loading).toEqual(["store/integrity"]);
});

test("a snapshot that its own rules refuse is never written", async () => {
  const stack = await openIn(temporaryFolder());
  const run = await stack.begin(request);
  await expect(
    run.append({
      event: { kind: "recorded", what: "a resource without objects" },
      changes: [{ put: "resource", row: sampleResource(1) }],
    }),
  ).rejects.toThrow("store/refused-record");
  expect(await stack.verify()).toEqual([]);
});

test("what SQLite itself would write over is found before anything is written", async () => {
  const folder = temporaryFolder();
  const made = await openIn(folder);
  const run = await made.begin(request);
  for (const entry of creation(1)) await run.append(entry);
  await run.end("succeeded", { create: 1 });
  await made.close();
  const bytes = readFileSync(databaseIn(folder));
  // The pages that hold rows say that all of their room is free.
  for (let page = 4096; page < bytes.length; page += 4096)
    if (bytes[page] === 13 && bytes.readUInt16BE(page + 3) > 0) bytes.writeUInt16BE(4096, page + 5);
  writeFileSync(databaseIn(folder), bytes);
  expect(await judge(folder)).toMatchObject({ loading: [], verifying: ["store/not-a-stack"] });
  const stack = await openIn(folder);
  await expect(stack.begin(request)).rejects.toThrow("is corrupted");
  await stack.close();
  expect(readFileSync(databaseIn(folder)).equals(bytes)).toBe(true);
});
