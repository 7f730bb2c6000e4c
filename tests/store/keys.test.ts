import {
  chmodSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { refusal } from "../../src/store/conformance/index.js";
import { openStore, systemPorts, type StorePorts } from "../../src/store/internal.js";
import { address, openIn, portsIn, temporaryFolder } from "./temporary-folder.js";

const withPassphrase = (passphrase: string | undefined, weakPassphrases = true): StorePorts => ({
  ...systemPorts({}),
  keys: { passphrase: async () => passphrase, keyFile: () => "", weakPassphrases },
});

const openAgain = async (folder: string, ports: StorePorts) =>
  (await openStore(`sqlite:${join(folder, "store")}`, ports)).open(address, { create: false });

test("without a passphrase a key file of its own is made in the settings folder, closed to others", async () => {
  const folder = temporaryFolder();
  const settings = join(folder, "settings");
  const ports = systemPorts({ XDG_CONFIG_HOME: settings });
  const path = ports.keys.keyFile("abc");
  expect(path).toBe(join(settings, "coconut", "keys", "abc"));
  await openIn(folder, ports);
  const keys = join(settings, "coconut", "keys");
  expect((statSync(keys).mode & 0o777).toString(8)).toBe("700");
  await (await openAgain(folder, ports)).close();
});

test("a key file has one name, though its maker was killed before it took the other away", async () => {
  const folder = temporaryFolder();
  await (await openIn(folder)).close();
  linkSync(join(folder, "key"), join(folder, ".key.0123456789ab.new"));
  await (await openIn(folder)).close();
  expect(readdirSync(folder).filter((name) => name.includes("key"))).toEqual(["key"]);
});

test("one key file may serve many stacks", async () => {
  const folder = temporaryFolder();
  const store = await openStore(`sqlite:${join(folder, "store")}`, portsIn(folder));
  for (const name of ["a", "b"]) {
    const stack = await store.open({ project: "shop", name }, { create: true });
    await stack.close();
  }
  expect((statSync(join(folder, "key")).mode & 0o777).toString(8)).toBe("600");
});

test("a stack without its key file is refused, and so is one with another key or none of ours", async () => {
  const folder = temporaryFolder();
  const key = join(folder, "key");
  await (await openIn(folder)).close();
  const good = readFileSync(key, "utf8");
  rmSync(key);
  expect(await refusal(openAgain(folder, portsIn(folder)), "store/key-missing")).toContain(key);
  expect(existsSync(key)).toBe(false);
  const other = `coconut-key-1 ${Buffer.alloc(32, 7).toString("base64")}\n`;
  for (const text of [other, "hello", "coconut-key-1 short\n", ""]) {
    writeFileSync(key, text, { mode: 0o600 });
    const message = await refusal(openAgain(folder, portsIn(folder)), "store/key-wrong");
    expect(message).not.toContain(good.split(" ")[1]);
  }
  writeFileSync(key, good);
  chmodSync(key, 0o644);
  expect(await refusal(openAgain(folder, portsIn(folder)), "store/key-exposed")).toContain("chmod 600");
  chmodSync(key, 0o600);
  await (await openAgain(folder, portsIn(folder))).close();
});

test("a stack with a passphrase opens with that one only", async () => {
  const folder = temporaryFolder();
  await (await openIn(folder, withPassphrase("correct horse battery"))).close();
  await (await openAgain(folder, withPassphrase("correct horse battery"))).close();
  await refusal(openAgain(folder, withPassphrase("wrong horse battery")), "store/key-wrong");
  await refusal(openAgain(folder, withPassphrase(undefined)), "store/key-missing");
});

test("what was wrapped at the cost of tests is refused outside of them", async () => {
  const folder = temporaryFolder();
  await (await openIn(folder, withPassphrase("correct horse battery"))).close();
  const message = await refusal(
    openAgain(folder, withPassphrase("correct horse battery", false)),
    "store/key-wrong",
  );
  expect(message).toContain('"test"');
});

test("a passphrase is stretched at the full cost, in either spelling of its letters", async () => {
  const folder = temporaryFolder();
  await (await openIn(folder, withPassphrase("caf\u00e9 con leche", false))).close();
  await (await openAgain(folder, withPassphrase("cafe\u0301 con leche", false))).close();
});

test("a short passphrase is refused", async () => {
  const message = await refusal(
    openIn(temporaryFolder(), withPassphrase("hunter2")),
    "store/passphrase-too-short",
  );
  expect(message).not.toContain("hunter2");
});
