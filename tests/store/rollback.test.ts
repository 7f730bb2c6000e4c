import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { creation, refusal } from "../../src/store/conformance/index.js";
import { openStore, systemPorts, type StackStore, type StorePorts } from "../../src/store/internal.js";
import { headMemory } from "../../src/store/head-memory.js";
import { openDatabase } from "../../src/store/sqlite/driver.js";
import { address, databaseIn, openIn, portsIn, request, temporaryFolder } from "./temporary-folder.js";

const remembering = (folder: string, memory = join(folder, "seen")): StorePorts => ({
  ...portsIn(folder),
  heads: headMemory(memory),
});

async function oneRun(stack: StackStore, rid: number): Promise<void> {
  const run = await stack.begin(request);
  for (const entry of creation(rid)) await run.append(entry);
  await run.end("succeeded", {});
}

/** The stack as it was when it was copied, in a place of its own. */
function openCopy(copy: string, ports: StorePorts): Promise<StackStore> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "store"));
  copyFileSync(copy, databaseIn(folder));
  return openIn(folder, ports);
}

/** A stack that had two runs, as it was between them. */
async function rolledBack(folder: string, ports: StorePorts): Promise<StackStore> {
  const stack = await openIn(folder, ports);
  await oneRun(stack, 1);
  copyFileSync(databaseIn(folder), join(folder, "old.db"));
  await oneRun(stack, 2);
  await stack.close();
  return openCopy(join(folder, "old.db"), ports);
}

test("an older copy is refused, by reading and by a run, and told by a check", async () => {
  const folder = temporaryFolder();
  const old = await rolledBack(folder, remembering(folder));
  expect(await refusal(old.read(), "store/rolled-back")).toContain("--accept-rollback");
  await refusal(old.begin(request), "store/rolled-back");
  expect((await old.verify()).map(({ code }) => code)).toEqual(["store/rolled-back"]);
});

test("it is taken for the latest once it is accepted", async () => {
  const folder = temporaryFolder();
  const old = await rolledBack(folder, remembering(folder));
  expect(await old.verify({ acceptRollback: true })).toEqual([]);
  expect(await old.verify()).toEqual([]);
  await oneRun(old, 2);
  await old.read();
});

test("what does not verify is not accepted, and told although it is old", async () => {
  const folder = temporaryFolder();
  const ports = remembering(folder);
  await (await rolledBack(folder, ports)).close();
  // Of a run that has ended: only who reads the whole journal comes by it.
  const database = openDatabase(join(folder, "old.db"));
  database.execute("update journal set body = '{}' where seq = 2");
  database.close();
  const old = await openCopy(join(folder, "old.db"), ports);
  const seen = ports.heads!.seen(old.lineage);
  expect((await old.verify({ acceptRollback: true })).map(({ code }) => code)).toEqual(["store/integrity"]);
  expect(ports.heads!.seen(old.lineage)).toBe(seen);
});

test("where nothing is remembered, or cannot be, an old copy is a stack like any other", async () => {
  const folder = temporaryFolder();
  await (await rolledBack(folder, portsIn(folder))).read();
  const other = temporaryFolder();
  writeFileSync(join(other, "seen"), "a file where the folder should be");
  await (await rolledBack(other, remembering(other))).read();
});

test("a copy from before a run that was killed is found old, too", async () => {
  const folder = temporaryFolder();
  const ports = remembering(folder);
  const stack = await openIn(folder, ports);
  await oneRun(stack, 1);
  copyFileSync(databaseIn(folder), join(folder, "old.db"));
  await stack.begin(request);
  await stack.close();
  await refusal((await openCopy(join(folder, "old.db"), ports)).read(), "store/rolled-back");
});

test("a run that ends while another process reads makes nothing old", async () => {
  const folder = temporaryFolder();
  const stack = await openIn(folder, remembering(folder));
  await oneRun(stack, 1);
  const heads = headMemory(join(folder, "seen"));
  /** Between what is remembered and what is read, a run comes to its end. */
  let isAsked = false;
  const reader = await openIn(folder, {
    ...portsIn(folder),
    heads: {
      ...heads,
      seen(lineage) {
        isAsked = true;
        return heads.seen(lineage);
      },
    },
  });
  const reading = reader.read();
  await oneRun(stack, 2);
  await reading;
  expect(isAsked).toBe(true);
});

test("what is no number is no memory, and what is no lineage no file", () => {
  const folder = temporaryFolder();
  const heads = headMemory(folder);
  heads.remember("0123abcd", 7);
  expect(heads.seen("0123abcd")).toBe(7);
  for (const text of ["seven", "1e400", "", "9".repeat(200)]) {
    writeFileSync(join(folder, "0123abcd"), text);
    expect([undefined, 0]).toContain(heads.seen("0123abcd"));
  }
  heads.remember("../escaped", 7);
  expect(existsSync(join(folder, "..", "escaped"))).toBe(false);
  expect(heads.seen("../escaped")).toBeUndefined();
});

test("it is remembered where this user's keys are, unless the key is somewhere else, and never of memory", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "settings"));
  const ports = systemPorts({ XDG_CONFIG_HOME: join(folder, "settings") });
  const kept = await (
    await openStore(`sqlite:${join(folder, "store")}`, ports)
  ).open(address, { create: true });
  await oneRun(kept, 1);
  const file = join(folder, "settings", "coconut", "seen", kept.lineage);
  expect(Number(readFileSync(file, "utf8"))).toBe((await kept.read()).snapshot.head);
  await kept.close();
  const gone = await (await openStore("memory:", ports)).open(address, { create: true });
  await oneRun(gone, 1);
  expect(existsSync(join(folder, "settings", "coconut", "seen", gone.lineage))).toBe(false);
  expect(systemPorts({ COCONUT_KEY_FILE: join(folder, "key") }).heads).toBeUndefined();
});
