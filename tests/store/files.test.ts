import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { refusal } from "../../src/store/conformance/index.js";
import { openStore } from "../../src/store/internal.js";
import { openDatabase } from "../../src/store/sqlite/driver.js";
import { sqliteStore } from "../../src/store/sqlite/index.js";
import { sqliteProblem } from "../../src/store/sqlite/sqlite-problem.js";
import { address, databaseIn, openIn, portsIn, request, temporaryFolder } from "./temporary-folder.js";

function openExisting(folder: string) {
  return openStore(`sqlite:${join(folder, "store")}`, portsIn(folder)).then((store) =>
    store.open(address, { create: false }),
  );
}

/** A database that is changed behind the store's back. */
async function changed(sql: string): Promise<string> {
  const folder = temporaryFolder();
  await (await openIn(folder)).close();
  const database = openDatabase(databaseIn(folder));
  database.execute(sql);
  database.close();
  return folder;
}

test("only their owner may read the files", async () => {
  const folder = temporaryFolder();
  const stack = await openIn(folder);
  const run = await stack.begin(request);
  const mode = (path: string) => (statSync(join(folder, path)).mode & 0o777).toString(8);
  expect(mode("store")).toBe("700");
  for (const file of ["store/dev.db", "store/dev.db-wal", "store/dev.db-shm", "store/dev.db-lock", "key"]) {
    expect([file, mode(file)]).toEqual([file, "600"]);
  }
  await run.end("succeeded", {});
});

describe("what is no stack is refused by name", () => {
  const files: Record<string, () => Promise<string>> = {
    "a text": async () => {
      const folder = temporaryFolder();
      mkdirSync(join(folder, "store"));
      writeFileSync(databaseIn(folder), "This is not a database. ".repeat(100));
      return folder;
    },
    "an empty file": async () => {
      const folder = temporaryFolder();
      mkdirSync(join(folder, "store"));
      writeFileSync(databaseIn(folder), "");
      return folder;
    },
    "a database of another program": () => changed("pragma application_id = 7"),
    "a database of another program that has another journal": async () => {
      const folder = await changed("pragma application_id = 7");
      const bytes = readFileSync(databaseIn(folder));
      writeFileSync(databaseIn(folder), bytes.fill(1, 18, 20));
      return folder;
    },
    "a database with a trigger": () =>
      changed("create trigger t after insert on journal begin delete from journal; end"),
    "a database with a view": () => changed("create view v as select 1"),
    "a stack without its row": () => changed("delete from stack"),
  };
  test.each(Object.entries(files))("%s", async (_, make) => {
    const folder = await make();
    const before = readFileSync(databaseIn(folder));
    const message = await refusal(openExisting(folder), "store/not-a-stack");
    expect(message).toContain("dev.db");
    expect(readFileSync(databaseIn(folder)).equals(before)).toBe(true);
  });
});

test("a newer format is refused by name", async () => {
  const folder = await changed("update stack set format = 99");
  expect(await refusal(openExisting(folder), "store/newer-format")).toContain("99");
});

test("much can be seen of a stack without its key, whoever holds it", async () => {
  const folder = temporaryFolder();
  const stack = await openIn(folder);
  const run = await stack.begin(request);
  const ports = portsIn(folder);
  const store = await openStore(`sqlite:${join(folder, "store")}`, {
    ...ports,
    keys: { ...ports.keys, keyFile: (id) => join(folder, "lost", id) },
  });
  const glance = await store.glance(address);
  expect(glance).toMatchObject({
    ...address,
    format: 3,
    newestFormat: 3,
    holder: { runId: run.runId, command: request.command, isAlive: true, isHere: true },
    key: { by: "key-file" },
  });
  await refusal(store.open(address, { create: false }), "store/key-missing");
  await run.end("succeeded", {});
  expect((await store.glance(address))!.holder).toBeUndefined();
  expect(await store.glance({ ...address, name: "other" })).toBeUndefined();
  await stack.close();
});

test("a folder in the place of the file cannot be reached", async () => {
  const folder = temporaryFolder();
  mkdirSync(databaseIn(folder), { recursive: true });
  await refusal(openExisting(folder), "store/unreadable");
});

test("a file in the place of the folder cannot be reached", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "store"), "");
  await refusal(openIn(folder), "store/unreadable");
});

test("a file that another program holds is busy", async () => {
  const folder = temporaryFolder();
  const raw = sqliteStore(join(folder, "store"), { busyTimeoutMs: 20 });
  const stack = await (await openStore(raw, portsIn(folder))).open(address, { create: true });
  const database = openDatabase(databaseIn(folder));
  database.execute("begin immediate");
  await refusal(stack.begin(request), "store/busy");
  database.execute("rollback");
  database.close();
  await (await stack.begin(request)).end("succeeded", {});
  await stack.close();
});

test.each([
  [{ code: "SQLITE_FULL", message: "database or disk is full" }, "store/write-failed"],
  [{ code: "SQLITE_READONLY", message: "attempt to write a readonly database" }, "store/write-failed"],
  [{ code: "SQLITE_IOERR_WRITE", message: "disk I/O error" }, "store/write-failed"],
  [{ code: "SQLITE_BUSY", message: "database is locked" }, "store/busy"],
  [{ code: "ERR_SQLITE_ERROR", message: "database is locked" }, "store/busy"],
  [{ code: "ERR_SQLITE_ERROR", message: "file is not a database" }, "store/not-a-stack"],
  [{ code: "SQLITE_CORRUPT", message: "database disk image is malformed" }, "store/not-a-stack"],
  [{ code: "EACCES", message: "permission denied" }, "store/unreadable"],
])("%o means %s", (error, code) => {
  expect(sqliteProblem(Object.assign(new Error(error.message), error), "a.db").diagnostics[0]?.code).toBe(
    code,
  );
});

test.each(["sqlite:", "postgres://x", "", "memory:x"])("%j is no place", async (location) => {
  await refusal(openStore(location), "store/unknown-location");
});

test("a stack in a file that is a device elsewhere is refused until it is renamed, and no other is made", async () => {
  const folder = temporaryFolder();
  const store = await openStore(sqliteStore(join(folder, "store")), portsIn(folder));
  const aux = { project: "shop", name: "aux" };
  await (await store.open(aux, { create: true })).close();
  renameSync(join(folder, "store/%61ux.db"), join(folder, "store/aux.db"));
  for (const create of [true, false])
    expect(await refusal(store.open(aux, { create }), "store/stack-name")).toContain(
      "Coconut now expects %61ux.db",
    );
  renameSync(join(folder, "store/aux.db"), join(folder, "store/%61ux.db"));
  await (await store.open(aux, { create: false })).close();
});

test("a name that is too long for a file is refused", async () => {
  const store = await openStore(`sqlite:${temporaryFolder()}`);
  await refusal(store.open({ project: "shop", name: "x".repeat(300) }, { create: true }), "store/stack-name");
  await refusal(store.open({ project: "shop", name: "" }, { create: true }), "store/stack-name");
});
