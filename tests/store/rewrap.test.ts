import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { secretOf } from "../../src/model/index.js";
import { creation, refusal } from "../../src/store/conformance/index.js";
import { openStore, systemPorts, type KeySource, type StorePorts } from "../../src/store/internal.js";
import { openDatabase } from "../../src/store/sqlite/driver.js";
import { address, databaseIn, openIn, portsIn, request, temporaryFolder } from "./temporary-folder.js";

const byPassphrase = (passphrase: string | undefined): KeySource => ({
  passphrase: async () => passphrase,
  keyFile: () => "",
  weakPassphrases: true,
});
const byKeyFile = (path: string): KeySource => ({ ...byPassphrase(undefined), keyFile: () => path });
const portsWith = (keys: KeySource): StorePorts => ({ ...systemPorts({}), keys });

const openAgain = async (folder: string, keys: KeySource) =>
  (await openStore(`sqlite:${join(folder, "store")}`, portsWith(keys))).open(address, { create: false });

async function filled(folder: string, keys: KeySource) {
  const stack = await openIn(folder, portsWith(keys));
  const run = await stack.begin(request);
  for (const entry of creation(1, { inputs: { password: secretOf("x") } })) await run.append(entry);
  await run.end("succeeded", {});
  return stack;
}

async function opensWith(folder: string, keys: KeySource): Promise<void> {
  const stack = await openAgain(folder, keys);
  const { snapshot } = await stack.read();
  expect(snapshot.objects.get("1.1")!.stored.inputs).toEqual({ password: secretOf("x") });
  expect(await stack.verify()).toEqual([]);
  await stack.close();
}

const ways: [string, (folder: string) => [from: KeySource, to: KeySource, refusedWith: string]][] = [
  [
    "a key file to a passphrase",
    (folder) => [byKeyFile(join(folder, "key")), byPassphrase("correct horse battery"), "store/key-missing"],
  ],
  [
    "one passphrase to another",
    () => [byPassphrase("correct horse battery"), byPassphrase("staple horse battery"), "store/key-wrong"],
  ],
  [
    "a passphrase to a key file",
    (folder) => [byPassphrase("correct horse battery"), byKeyFile(join(folder, "key")), "store/key-missing"],
  ],
  [
    "one key file to another",
    (folder) => [byKeyFile(join(folder, "key")), byKeyFile(join(folder, "other key")), "store/key-wrong"],
  ],
];

test.each(ways)("from %s: the new one opens, the old one does not", async (_, keysIn) => {
  const folder = temporaryFolder();
  const [from, to, refusedWith] = keysIn(folder);
  const stack = await filled(folder, from);
  const database = openDatabase(databaseIn(folder));
  const rows = () => ["object", "resource"].map((table) => database.all(`select * from ${table}`));
  const before = rows();
  const run = await stack.begin({ ...request, command: "rewrap" });
  await run.rewrapKey(to);
  await run.end("succeeded", {});
  expect(rows()).toEqual(before);
  database.close();
  expect(await stack.verify()).toEqual([]);
  await stack.close();
  await opensWith(folder, to);
  const message = await refusal(openAgain(folder, from), refusedWith);
  expect(message).not.toContain("horse");
});

test("the old wrapping is not left in a corner of the file, however many keys there are", async () => {
  const folder = temporaryFolder();
  const stack = await filled(folder, byPassphrase("correct horse battery"));
  const run = await stack.begin(request);
  for (let times = 0; times < 60; times++) await run.rotateKey();
  const database = openDatabase(databaseIn(folder));
  const [row] = database.all("select wrapped_key from stack");
  database.close();
  const old = (JSON.parse(String(row!["wrapped_key"])) as { sealed: string }[]).map(({ sealed }) => sealed);
  await run.rewrapKey(byKeyFile(join(folder, "key")));
  await run.end("succeeded", {});
  const left = readdirSync(join(folder, "store")).flatMap((file) => {
    const bytes = readFileSync(join(folder, "store", file));
    return old.filter((sealed) => bytes.includes(sealed.slice(0, 24)));
  });
  expect(old).toHaveLength(61);
  expect(left).toEqual([]);
  await stack.close();
  await opensWith(folder, byKeyFile(join(folder, "key")));
});

test("all keys of the ring are wrapped anew, those retired too, and stay what they are", async () => {
  const folder = temporaryFolder();
  const stack = await filled(folder, byPassphrase("correct horse battery"));
  const run = await stack.begin(request);
  await run.rotateKey();
  expect(await run.rewrapKey(byKeyFile(join(folder, "key")))).toMatchObject({ by: "key-file" });
  await run.end("succeeded", {});
  await stack.close();
  const again = await openAgain(folder, byKeyFile(join(folder, "key")));
  const next = await again.begin(request);
  await next.rotateKey();
  await next.end("succeeded", {});
  await again.close();
  await opensWith(folder, byKeyFile(join(folder, "key")));
  const database = openDatabase(databaseIn(folder));
  const [row] = database.all("select wrapped_key from stack");
  database.close();
  const ring = JSON.parse(String(row!["wrapped_key"])) as { by: string; retired?: true }[];
  expect(ring.map(({ by, retired }) => [by, retired ?? false])).toEqual([
    ["key-file", true],
    ["key-file", true],
    ["key-file", false],
  ]);
  expect((statSync(join(folder, "key")).mode & 0o777).toString(8)).toBe("600");
});

test("while a rotation is unfinished it may be wrapped anew, and then be finished", async () => {
  const folder = temporaryFolder();
  const stack = await filled(folder, byPassphrase("correct horse battery"));
  const run = await stack.begin(request);
  const cut = () => Promise.reject(new Error("cut off"));
  await expect(run.rotateKey(cut)).rejects.toThrow("cut off");
  await run.rewrapKey(byPassphrase("staple horse battery"));
  await run.end("failed", {});
  await stack.close();
  const again = await openAgain(folder, byPassphrase("staple horse battery"));
  const next = await again.begin(request);
  expect(await next.rotateKey()).toMatchObject({ resumed: true, rows: 0 });
  await next.end("succeeded", {});
  expect(await again.verify()).toEqual([]);
  await again.close();
});

test("a rotation keeps to what the keys are wrapped by, and asks one passphrase once", async () => {
  const folder = temporaryFolder();
  let asked = 0;
  const counting: KeySource = {
    ...byPassphrase(undefined),
    passphrase: async () => (asked++, "correct horse battery"),
  };
  const stack = await filled(folder, counting);
  const run = await stack.begin(request);
  for (let times = 0; times < 3; times++) await run.rotateKey();
  await run.end("succeeded", {});
  await stack.close();
  asked = 0;
  await opensWith(folder, counting);
  expect(asked).toBe(1);
});

test("a file that wraps the key already, a short passphrase or an unusable file change nothing", async () => {
  const folder = temporaryFolder();
  const key = join(folder, "key");
  const stack = await filled(folder, byKeyFile(key));
  const run = await stack.begin(request);
  expect(await refusal(run.rewrapKey(byKeyFile(key)), "store/key-unchanged")).toContain("key file");
  expect(await refusal(run.rewrapKey(byPassphrase("hunter2")), "store/passphrase-too-short")).not.toContain(
    "hunter2",
  );
  await refusal(run.rewrapKey(byKeyFile(join(key, "below a file"))), "store/key-missing");
  await run.end("failed", {});
  await stack.close();
  await opensWith(folder, byKeyFile(key));
});

test("one that holds no lock any more wraps nothing", async () => {
  const folder = temporaryFolder();
  const stack = await openIn(folder, portsIn(folder));
  const run = await stack.begin(request);
  const machine = portsIn(folder);
  // Of a machine that was started anew, which knows nothing of locks.
  const { self, startTimeOf } = machine.processes;
  const later = { ...machine, processes: { self: { ...self, bootId: "later" }, startTimeOf } };
  const next = await (await openIn(folder, later)).begin(request);
  await refusal(run.rewrapKey(byPassphrase("correct horse battery")), "store/fenced");
  await refusal(run.rotateKey(), "store/fenced");
  await next.end("succeeded", {});
  await (await openAgain(folder, byKeyFile(join(folder, "key")))).close();
});
