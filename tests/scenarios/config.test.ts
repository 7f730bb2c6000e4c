import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { containsSecret } from "../../src/model/index.js";
import type { Scenario } from "../support/scenario/index.js";
import type { Words } from "../support/scenario/words.js";
import { scenario } from "../support/scenario.js";

function fileOf(s: Scenario) {
  const folder = mkdtempSync(join(tmpdir(), "coconut-config-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return s.configFile(join(folder, "coconut.test.json"));
}

async function storedOf(s: Scenario, type: string) {
  return [...(await s.state()).objects.values()].find(({ stored }) => stored.type.endsWith(type))!.stored;
}

/** A secret and a plain setting, each used by a resource; the output is secret. */
function titled({ site, bucket, coconut }: Words) {
  const config = new coconut.Config();
  const { title } = site("www", { bucket: "b", title: config.requireSecret("title") });
  bucket("logs", { tags: { owner: config.get("owner", "nobody") } });
  return { title };
}

scenario("a configuration value that changes is an update of what uses it", async (s) => {
  const config = fileOf(s);
  s.program(({ bucket, coconut }) => {
    bucket("logs", { tags: { owner: new coconut.Config().require("owner") } });
    bucket("other");
  });
  await s.plan().fails("sdk/config-missing");
  await config.set("owner", "ana");
  await s.apply().succeeds();
  s.cloud.has("bucket logs", { tags: { owner: "ana" } });
  await config.set("owner", "bo");
  await s.plan().shows("update bucket logs (tags.owner)");
  await s.apply().succeeds();
  s.cloud.has("bucket logs", { tags: { owner: "bo" } });
  await config.set("unused", "x");
  await s.plan().showsNothing();
});

scenario("a sealed configuration value is secret in plan and state, and reaches the provider", async (s) => {
  const config = fileOf(s);
  const word = s.secret("open sesame");
  await config.set("title", word, { secret: true });
  s.program(titled);
  const plan = await s.plan().succeeds();
  expect(plan.text()).toMatch(/title: +\[secret\]\n/);
  await s.apply({ plan }).succeeds();
  s.cloud.has("site www", { title: word });
  expect(containsSecret((await storedOf(s, "Site")).inputs["title"])).toBe(true);
  expect(containsSecret((await s.outputs())["title"])).toBe(true);
  expect(readFileSync(config.file, "utf8")).not.toContain(word);
});

scenario("a sealed configuration value is not given out as plain text", async (s) => {
  const config = fileOf(s);
  await config.set("owner", s.secret("open sesame"), { secret: true });
  s.program(({ bucket, coconut }) =>
    bucket("logs", { tags: { owner: new coconut.Config().get("owner", "x") } }),
  );
  await s.plan().fails("sdk/config-is-secret");
});

scenario("a sealed value that changes is an update whose values are not shown", async (s) => {
  const config = fileOf(s);
  await config.set("title", s.secret("open sesame"), { secret: true });
  s.program(titled);
  await s.apply().succeeds();
  await config.set("title", s.secret("shut sesame"));
  const plan = await s.plan().shows("update site www (title)");
  expect(plan.text()).toContain("~ title: [secret]  (secret changed)\n");
  await s.apply().succeeds();
  s.cloud.has("site www", { title: "shut sesame" });
});

scenario("the same value sealed again changes nothing", async (s) => {
  const config = fileOf(s);
  await config.set("title", s.secret("open sesame"), { secret: true });
  s.program(titled);
  await s.apply().succeeds();
  await config.remove("title");
  await config.set("title", "open sesame", { secret: true });
  await s.plan().showsNothing();
});

scenario("a structure that is sealed is read by its parts", async (s) => {
  const config = fileOf(s);
  const word = s.secret("open sesame");
  await config.set("account", { user: "ana", words: [word] }, { secret: true });
  s.program(({ site, coconut }) => {
    const account = new coconut.Config().requireSecretObject<{ user: string; words: string[] }>("account");
    site("www", { bucket: account.user, title: account.words[0]! });
  });
  await s.apply().succeeds();
  s.cloud.has("site www", { bucket: "ana", title: word });
  await s.plan().showsNothing();
});

scenario("a sealed setting of a provider reaches it and nobody else", async (s) => {
  const config = fileOf(s);
  const word = s.secret("open sesame");
  const seen: unknown[] = [];
  await config.set("cloud:password", word, { secret: true });
  s.types({ Bucket: { validate: async ({ config }: any) => void seen.push(config.password) } });
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  expect(seen).toContain(word);
});

for (const store of ["memory", "sqlite"] as const) {
  scenario(
    `after a rotation a plan changes nothing, and state and file are sealed anew (${store})`,
    async (s) => {
      const config = fileOf(s);
      const word = s.secret("open sesame");
      await config.set("title", word, { secret: true });
      s.program(titled);
      await s.apply().succeeds();
      const before = readFileSync(config.file, "utf8");
      const rotation = await s.rotateKey();
      expect(rotation?.rows).toBeGreaterThan(0);
      expect(readFileSync(config.file, "utf8")).not.toBe(before);
      await s.plan().showsNothing();
      await s.apply().changesNothing();
      await s.beside().plan().showsNothing();
      expect(await config.get("title", { reveal: true })).toMatchObject({ value: word });
      await config.set("title", s.secret("shut sesame"));
      await s.plan().shows("update site www (title)");
      await s.apply().succeeds();
      await s.destroy().succeeds();
    },
    { store },
  );
}

for (const when of ["before", "after"] as const) {
  scenario(
    `a rotation that dies ${when} the configuration file is sealed anew is finished by the next`,
    async (s) => {
      const config = fileOf(s);
      await config.set("title", s.secret("open sesame"), { secret: true });
      s.program(titled);
      await s.apply().succeeds();
      if (when === "before") s.crashBefore("outside");
      else s.crashAfter("outside");
      const before = readFileSync(config.file, "utf8");
      expect(await s.rotateKey()).toBeUndefined();
      expect(readFileSync(config.file, "utf8") === before).toBe(when === "before");
      await s.plan().showsNothing();
      const half = readFileSync(config.file, "utf8");
      expect(await s.rotateKey()).toMatchObject({ resumed: true, rows: 0 });
      expect(readFileSync(config.file, "utf8") === half).toBe(when === "after");
      expect(await s.rotateKey()).toMatchObject({ resumed: false });
      await s.plan().showsNothing();
      await s.apply().changesNothing();
    },
  );
}

scenario(
  "an operation that was cut off is settled after a rotation, with the inputs it was begun with",
  async (s) => {
    const config = fileOf(s);
    const word = s.secret("open sesame");
    await config.set("title", word, { secret: true });
    s.program(titled);
    s.crashAfter("intent create site www");
    await s.apply().crashes();
    await s.rotateKey();
    const intents = [...(await s.state()).open.values()];
    expect(intents.map(({ inputs }) => containsSecret(inputs!["title"]))).toContain(true);
    await s.apply().succeeds();
    s.cloud.has("site www", { title: word });
  },
);

scenario("a rotation is not begun while the configuration file cannot be opened", async (s) => {
  const config = fileOf(s);
  await config.set("title", s.secret("open sesame"), { secret: true });
  s.program(titled);
  await s.apply().succeeds();
  const stack = await s.stack();
  const before = readFileSync(config.file, "utf8");
  writeFileSync(config.file, before.slice(0, -4));
  await expect(stack.rotateKey()).rejects.toThrow("engine/");
  const runs = await (await s.store()).history();
  expect(runs.map(({ command }) => command)).toEqual(["apply"]);
  writeFileSync(config.file, before);
  expect(await s.rotateKey()).toMatchObject({ resumed: false });
});

scenario("a live run keeps others from replacing the key", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  const run = await (await s.store()).begin({ command: "apply", actor: "ana" });
  const other = await s.beside().stack();
  await expect(other.rotateKey()).rejects.toThrow("store/locked");
  await run.end("succeeded", {});
  await other.rotateKey();
  await s.plan().showsNothing();
});

scenario("what opens the stack may be changed without anything else changing", async (s) => {
  const config = fileOf(s);
  await config.set("title", s.secret("open sesame"), { secret: true });
  s.program(titled);
  await s.apply().succeeds();
  const before = readFileSync(config.file, "utf8");
  const { weakPassphrases, keyFile } = { weakPassphrases: true, keyFile: () => "" };
  const wrapping = await (
    await s.stack()
  ).rewrapKey({ passphrase: async () => "another passphrase", keyFile, weakPassphrases });
  expect(wrapping.by).toBe("passphrase");
  await s.plan().showsNothing();
  await s.apply().changesNothing();
  expect(readFileSync(config.file, "utf8")).toBe(before);
  await expect(s.beside().stack()).rejects.toThrow("store/key-wrong");
});
