import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import * as coconut from "@coconut/coconut";
import { configFileName, configValueOf, type ConfigType } from "../../src/project/index.js";
import { configOf, keysOf, type ConfigPlace } from "../../src/operations/index.js";
import { exitCodeOf, exitCodes } from "../../src/runner/index.js";
import { openStack, type StackPlace } from "../../src/operations/stack/index.js";
import {
  containsSecret,
  isDiagnosticError,
  printDiagnostic,
  stripSecrets,
  type Diagnostic,
  type Json,
} from "../../src/model/index.js";
import { systemPorts } from "../../src/store/internal.js";

const canary = "canary-config-7Q2f9LxV";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "coconut-config-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function placeIn(projectFolder: string, more: Partial<ConfigPlace> = {}): ConfigPlace & { actor: string } {
  const ports = systemPorts({ COCONUT_KEY_FILE: join(projectFolder, "outside", "key") });
  return { project: "shop", name: "dev", projectFolder, ports, actor: "ana", ...more };
}

const fileIn = (projectFolder: string) => join(projectFolder, "coconut.dev.json");
const textIn = (projectFolder: string) => readFileSync(fileIn(projectFolder), "utf8");
const jsonIn = (projectFolder: string) => JSON.parse(textIn(projectFolder)) as Record<string, Json>;
const sealedIn = (projectFolder: string, key: string) =>
  (jsonIn(projectFolder)[key] as { secret: string }).secret;

async function problems(work: () => unknown): Promise<readonly Diagnostic[]> {
  try {
    await work();
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    for (const each of error.diagnostics) expect(printDiagnostic(each)).not.toContain(canary);
    return error.diagnostics;
  }
  throw new Error("There were no problems.");
}

/** What a program reads, run for the stack of the folder. */
async function reading(
  projectFolder: string,
  read: (config: coconut.Config) => unknown,
  more: Partial<StackPlace> = {},
) {
  const program = () => ({ read: read(new coconut.Config()) });
  const configFile = configFileName("dev");
  const stack = await openStack({ ...placeIn(projectFolder), configFile, program, ...more });
  try {
    const run = await stack.apply();
    return run.outputs["read"];
  } finally {
    await stack.close();
  }
}

describe("the configuration of a stack", () => {
  test("is set, listed, read and removed, each value of its type", async () => {
    const here = folder();
    const config = configOf(placeIn(here));
    expect(await config.list()).toEqual([]);
    await config.set("message", "hello");
    await config.set("size", 3);
    await config.set("aws:region", "eu-west-1");
    await config.set("isLarge", false);
    await config.set("tags", { owner: ["ana"] });
    await config.set("shop:size", 4);
    await config.set("__proto__", "data");
    expect(textIn(here)).toBe(`{
  "message": "hello",
  "size": 4,
  "aws:region": "eu-west-1",
  "isLarge": false,
  "tags": {
    "owner": [
      "ana"
    ]
  },
  "__proto__": "data"
}
`);
    expect(await config.list()).toEqual([
      { key: "shop:message", secret: false, value: "hello" },
      { key: "shop:size", secret: false, value: 4 },
      { key: "aws:region", secret: false, value: "eu-west-1" },
      { key: "shop:isLarge", secret: false, value: false },
      { key: "shop:tags", secret: false, value: { owner: ["ana"] } },
      { key: "shop:__proto__", secret: false, value: "data" },
    ]);
    expect(await config.get("size")).toEqual({ key: "shop:size", secret: false, value: 4 });
    expect(await config.get("shop:message")).toMatchObject({ value: "hello" });
    expect(await config.get("region")).toBeUndefined();
    expect(await config.remove("message")).toBe(true);
    expect(await config.remove("message")).toBe(false);
    expect((await config.list()).map(({ key }) => key)).not.toContain("shop:message");
    // For plain values no store is needed, so none is made.
    expect(readdirSync(here)).toEqual(["coconut.dev.json"]);
  });

  test("keeps what others wrote into the file as they wrote it", async () => {
    const here = folder();
    const odd = '{\n    "$schema": "x",  "10": 1.50,\n    "2": 1E3,\n\n    "z": [ 1,2 ]\n}';
    writeFileSync(fileIn(here), odd);
    const config = configOf(placeIn(here));
    await config.set("new", 1);
    expect(textIn(here)).toBe(`${odd.slice(0, -2)},\n\n    "new": 1\n}`);
    await config.remove("new");
    expect(textIn(here)).toBe(odd);
  });

  test("is written whole or not at all, with the rights and links of the file kept", async () => {
    const here = folder();
    mkdirSync(join(here, "elsewhere"));
    writeFileSync(join(here, "elsewhere", "real.json"), "{}", { mode: 0o640 });
    symlinkSync(join("elsewhere", "real.json"), fileIn(here));
    const config = configOf(placeIn(here));
    await config.set("a", 1);
    expect(lstatSync(fileIn(here)).isSymbolicLink()).toBe(true);
    expect((statSync(fileIn(here)).mode & 0o777).toString(8)).toBe("640");
    expect(readdirSync(join(here, "elsewhere"))).toEqual(["real.json"]);
    const before = statSync(fileIn(here)).ino;
    await config.set("a", 1);
    expect(statSync(fileIn(here)).ino).toBe(before);
    await config.set("a", 2);
    expect(statSync(fileIn(here)).ino).not.toBe(before);
  });

  test("that is no file is a problem with its path", async () => {
    const here = folder();
    mkdirSync(fileIn(here));
    const [problem] = await problems(() => configOf(placeIn(here)).set("a", 1));
    expect(problem).toMatchObject({ code: "engine/config-file" });
    expect(problem!.detail).toContain(fileIn(here));
    const [other] = await problems(() =>
      configOf(placeIn(here, { configFile: "missing/config.json" })).set("a", 1),
    );
    expect(other!.code).toBe("engine/config-file");
  });

  test.each([
    ["dev", undefined, "coconut.dev.json"],
    ["v1.2", undefined, "coconut.v1.2.json"],
    ["staging", "acmecorp", "coconut.staging@acmecorp.json"],
    ["a@b", undefined, "coconut.a%40b.json"],
    ["../up", undefined, "coconut...%2Fup.json"],
    ["été 2", undefined, "coconut.été 2.json"],
    ["a*", undefined, "coconut.a%2A.json"],
  ])("of the stack %s in the namespace %s lies in %s", (name, namespace, file) => {
    expect(configFileName(name, namespace)).toBe(file);
  });
});

describe("a secret in the configuration file", () => {
  test("is sealed, masked in lists, and revealed when asked for", async () => {
    const here = folder();
    const config = configOf(placeIn(here));
    expect(await config.set("password", canary, { secret: true })).toEqual({
      key: "shop:password",
      secret: true,
    });
    expect(textIn(here)).not.toContain(canary);
    expect(sealedIn(here, "password")).toMatch(/^coconut-sealed-1:/);
    expect(await config.list()).toEqual([{ key: "shop:password", secret: true }]);
    expect(await config.get("password")).toEqual({ key: "shop:password", secret: true });
    expect(await config.get("password", { reveal: true })).toEqual({
      key: "shop:password",
      secret: true,
      value: canary,
    });
    for (const file of readdirSync(here, { recursive: true, withFileTypes: true })) {
      if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name)).includes(canary)).toBe(false);
    }
  });

  test("stays secret when it is set again, unless someone says otherwise", async () => {
    const here = folder();
    const config = configOf(placeIn(here));
    await config.set("password", "first", { secret: true });
    const first = sealedIn(here, "password");
    await config.set("password", canary);
    expect(sealedIn(here, "password")).not.toBe(first);
    expect(await config.get("password", { reveal: true })).toMatchObject({ value: canary });
    await config.set("password", "plain", { secret: false });
    expect(jsonIn(here)).toEqual({ password: "plain" });
  });

  test("reaches the program as a secret of its type, structures too", async () => {
    const here = folder();
    const config = configOf(placeIn(here));
    await config.set("password", canary, { secret: true });
    await config.set("pin", 1234, { secret: true });
    await config.set("isOpen", true, { secret: true });
    await config.set("account", { user: "me", words: [canary, null] }, { secret: true });
    await config.set("nothing", null, { secret: true });
    await config.set("size", 3);
    const found = await reading(here, (it) => ({
      password: it.requireSecret("password"),
      pin: it.requireSecretNumber("pin"),
      isOpen: it.requireSecretBoolean("isOpen"),
      account: it.requireSecretObject("account"),
      words: it.requireSecretObject<{ words: string[] }>("account").words,
      nothing: it.getSecret("nothing") === undefined,
      size: it.requireNumber("size"),
    }));
    expect(stripSecrets(found)).toEqual({
      password: canary,
      pin: 1234,
      isOpen: true,
      account: { user: "me", words: [canary, null] },
      words: [canary, null],
      nothing: true,
      size: 3,
    });
    for (const key of ["password", "pin", "isOpen", "account", "words"]) {
      expect(containsSecret((found as Record<string, never>)[key])).toBe(true);
    }
    const [problem] = await problems(() => reading(here, (it) => it.requireObject("account")));
    expect(problem!.code).toBe("sdk/config-is-secret");
  });

  test("may be given in memory, plain or sealed; what is given so comes before the file", async () => {
    const here = folder();
    const config = configOf(placeIn(here));
    await config.set("password", canary, { secret: true });
    await config.set("message", "from the file");
    const read = (it: coconut.Config) => [it.requireSecret("password"), it.require("message")];
    const memory = { config: { password: { secret: "open sesame" }, "shop:message": "from memory" } };
    expect(stripSecrets(await reading(here, read, memory))).toEqual(["open sesame", "from memory"]);
    const sealed = { password: jsonIn(here)["password"]!, message: "x" };
    const { configFile: _, ...place } = { ...placeIn(here), configFile: undefined };
    const stack = await openStack({
      ...place,
      config: sealed,
      program: () => ({ read: read(new coconut.Config()) }),
    });
    expect(stripSecrets((await stack.apply()).outputs["read"])).toEqual([canary, "x"]);
    await stack.close();
  });

  test.each<[string, (here: string, there: string) => void]>([
    ["copied to another key", (here) => write(here, { other: jsonIn(here)["password"]! })],
    ["copied to another package", (here) => write(here, { "aws:password": jsonIn(here)["password"]! })],
    ["of another stack", (here, there) => write(here, { password: jsonIn(there)["password"]! })],
    [
      "altered",
      (here) => write(here, { password: { secret: sealedIn(here, "password").replace(/.{6}$/, "AAAA==") } }),
    ],
    ["cut short", (here) => write(here, { password: { secret: sealedIn(here, "password").slice(0, 40) } })],
    ["of a later version", (here) => write(here, { password: { secret: "coconut-sealed-2:AAAA" } })],
    ["empty", (here) => write(here, { password: { secret: "coconut-sealed-1:" } })],
  ])("that is %s is refused", async (_, forge) => {
    const [here, there] = [folder(), folder()];
    for (const each of [here, there]) await configOf(placeIn(each)).set("password", canary, { secret: true });
    forge(here, there);
    const [found] = await problems(() => reading(here, (it) => it.getSecret("password")));
    expect(found!.code).toBe("engine/config-sealed");
    expect(found!.hint).toContain("coco config set --secret");
    expect(exitCodeOf([found!])).toBe(exitCodes.invalidFile);
    const key = Object.keys(jsonIn(here))[0]!;
    const [other] = await problems(() => configOf(placeIn(here)).get(key, { reveal: true }));
    expect(other!.code).toBe("engine/config-sealed");
    await configOf(placeIn(here)).set(key, "anew");
    expect(await configOf(placeIn(here)).get(key, { reveal: true })).toMatchObject({ value: "anew" });
  });

  test("belongs to its key however that is spelled", async () => {
    const here = folder();
    await configOf(placeIn(here)).set("password", canary, { secret: true });
    write(here, { "shop:password": jsonIn(here)["password"]! });
    expect(await configOf(placeIn(here)).get("password", { reveal: true })).toMatchObject({ value: canary });
  });

  test.each<[string, Json]>([
    ["text", canary],
    ["a number", 1234],
    ["a structure", { password: canary }],
    ["nothing", null],
  ])("that is plain is told apart from a sealed one: %s", async (_, secret) => {
    const here = folder();
    writeFileSync(fileIn(here), `{\n  "size": 3,\n  "password": ${JSON.stringify({ secret })}\n}\n`);
    const config = configOf(placeIn(here));
    const tries = [
      () => reading(here, (it) => it.getSecret("password")),
      () => config.list(),
      () => config.get("password"),
    ];
    for (const each of tries) {
      const [found, ...others] = await problems(each);
      expect(others).toEqual([]);
      expect(found).toMatchObject({
        code: "engine/config-plain-secret",
        position: { file: fileIn(here), line: 3, column: 15 },
      });
      expect(found!.hint).toContain("coco config set --secret shop:password");
    }
    expect(await config.get("size")).toMatchObject({ value: 3 });
    await config.set("password", "sealed now");
    expect(await config.get("password", { reveal: true })).toMatchObject({ value: "sealed now" });
  });
});

function write(here: string, config: Record<string, Json>): void {
  writeFileSync(fileIn(here), JSON.stringify(config));
}

describe("a configuration file that is not what it should be", () => {
  test.each<[string, string, RegExp]>([
    ["empty", "", /invalid JSON at this position/],
    ["no JSON", canary, /invalid JSON at this position/],
    ["cut short", `{ "a": "${canary}`, /invalid JSON at this position/],
    ["with a comma too many", `{ "a": "${canary}", }`, /invalid JSON at this position/],
    ["with a comment", `{ // ${canary}\n}`, /invalid JSON at this position/],
    ["with a number that is not kept", `{ "a": "${canary}", "b": [12345678901234567890] }`, /this number/],
    ["with a key twice in a value", `{ "a": { "x": "${canary}", "x": 1 } }`, /"x" appears twice/],
    [
      "deep",
      `{ "a": "${canary}", "b": ${"[".repeat(5000)}${"]".repeat(5000)} }`,
      /nested more than 500 levels deep/,
    ],
    ["a list", `["${canary}"]`, /does not contain an object/],
    ["a text", `"${canary}"`, /does not contain an object/],
    ["with a key twice", `{ "a": "${canary}", "a": 1 }`, /"shop:a" appears twice/],
    ["with a key in two spellings", `{ "a": "${canary}", "shop:a": 1 }`, /"shop:a" appears twice/],
    ["with an empty key", `{ "": "${canary}" }`, /a key is empty/],
    ["with a space in a key", `{ "a b": "${canary}" }`, /a space or a control character/],
    ["with no package", `{ ":a": "${canary}" }`, /before the colon/],
    ["with a sealed text as a plain value", '{ "a": "coconut-sealed-1:AAAA" }', /Only a whole value/],
    [
      "with a sealed text inside",
      '{ "a": { "b": [{ "secret": "coconut-sealed-1:AAAA" }] } }',
      /Only a whole value/,
    ],
    [
      "with a sealed text as a key's neighbour",
      '{ "a": { "secret": "coconut-sealed-1:AAAA", "b": 1 } }',
      /Only a whole value/,
    ],
  ])("%s", async (_, text, detail) => {
    const here = folder();
    writeFileSync(fileIn(here), text);
    const config = configOf(placeIn(here));
    for (const each of [() => reading(here, () => 1), () => config.list()]) {
      const [found] = await problems(each);
      expect(found!.code).toBe("engine/config-malformed");
      expect(found!.detail).toMatch(detail);
      expect(found!.position!.file).toBe(fileIn(here));
      expect(exitCodeOf([found!])).toBe(exitCodes.invalidFile);
    }
    expect(textIn(here)).toBe(text);
  });

  test("has a byte order mark: it is kept", async () => {
    const here = folder();
    writeFileSync(fileIn(here), '\ufeff{ "a": 1 }\r\n');
    await configOf(placeIn(here)).set("a", 2);
    expect(textIn(here)).toBe('\ufeff{ "a": 2 }\r\n');
  });

  test("holds half of a character: it is refused", async () => {
    const here = folder();
    writeFileSync(fileIn(here), String.raw`{ "a": "\ud800" }`);
    const [found] = await problems(() => reading(here, () => 1));
    expect(found!.code).toBe("model/not-a-value");
  });
});

describe("what is set", () => {
  test.each(["", " ", "a b", ":a", "a:", "a\nb", "\0", "\ud800"])(
    "under the key %j is refused",
    async (key) => {
      const here = folder();
      const config = configOf(placeIn(here));
      for (const each of [() => config.set(key, 1), () => config.get(key), () => config.remove(key)]) {
        expect((await problems(each))[0]!.code).toBe("engine/config-key");
      }
      expect(existsSync(fileIn(here))).toBe(false);
    },
  );

  test.each<[Json]>([[{ secret: canary }], [`coconut-sealed-1:${canary}`]])(
    "must not look sealed when it is not",
    async (value) => {
      const config = configOf(placeIn(folder()));
      for (const secret of [true, false]) {
        const [found] = await problems(() => config.set("a", value, { secret }));
        expect(found!.code).toBe("engine/config-value");
      }
    },
  );

  test.each<[string, ConfigType, Json]>([
    ["3", "text", "3"],
    ["3", "number", 3],
    ["-1.5e3", "number", -1500],
    ["true", "boolean", true],
    ["true", "text", "true"],
    ['{"a":[1]}', "json", { a: [1] }],
    ["null", "json", null],
    ["", "text", ""],
  ])("from a command line: %j as %s", (text, type, value) => {
    expect(configValueOf("a", text, type)).toEqual(value);
  });

  test.each<[string, ConfigType]>([
    [canary, "number"],
    ["", "number"],
    ["1e999x", "number"],
    ["yes", "boolean"],
    ["1", "boolean"],
    [`{${canary}`, "json"],
    ["", "json"],
  ])("from a command line is refused: %j as %s", async (text, type) => {
    const [found] = await problems(() => configValueOf("a", text, type));
    expect(found!.code).toBe("engine/config-value");
  });
});

describe("the keys of a stack", () => {
  test("are replaced in the configuration file too, which stays as it is otherwise", async () => {
    const here = folder();
    const config = configOf(placeIn(here));
    writeFileSync(fileIn(here), '{ "b":1.0,\n "password": 0, "a" : [ ] }', { mode: 0o600 });
    await config.set("password", canary, { secret: true });
    await config.set("pin", 1234, { secret: true });
    const before = textIn(here);
    const rotation = await keysOf(placeIn(here)).rotate();
    expect(rotation).toMatchObject({ resumed: false });
    const mask = (text: string) => text.replaceAll(/coconut-sealed-1:[^"]+/g, "…");
    expect(mask(textIn(here))).toBe(mask(before));
    expect(textIn(here)).not.toBe(before);
    expect(await config.get("password", { reveal: true })).toMatchObject({ value: canary });
    expect(await config.get("pin", { reveal: true })).toMatchObject({ value: 1234 });
    expect((statSync(fileIn(here)).mode & 0o777).toString(8)).toBe("600");
    // Another copy of the file, of before, still opens: the old key has retired, and is not gone.
    writeFileSync(fileIn(here), before);
    expect(await config.get("password", { reveal: true })).toMatchObject({ value: canary });
  });

  test("are not touched where a sealed value of the file cannot be opened", async () => {
    const here = folder();
    const config = configOf(placeIn(here));
    await config.set("password", canary, { secret: true });
    write(here, { password: jsonIn(here)["password"]!, other: jsonIn(here)["password"]! });
    const before = textIn(here);
    const [found] = await problems(() => keysOf(placeIn(here)).rotate());
    expect(found!.code).toBe("engine/config-sealed");
    expect(textIn(here)).toBe(before);
    await config.remove("other");
    expect(await keysOf(placeIn(here)).rotate()).toMatchObject({ resumed: false });
  });

  test("are wrapped by another passphrase or key file; what opened the stack before does not", async () => {
    const here = folder();
    await configOf(placeIn(here)).set("password", canary, { secret: true });
    const before = textIn(here);
    const ofPassphrase = (passphrase: string) =>
      placeIn(here, {
        ports: {
          ...systemPorts({}),
          keys: { passphrase: async () => passphrase, keyFile: () => "", weakPassphrases: true },
        },
      });
    const weak = placeIn(here);
    const ports = { ...weak.ports!, keys: { ...weak.ports!.keys, weakPassphrases: true } };
    const done = await keysOf({ ...weak, ports }).rewrap({ passphrase: "correct horse battery" });
    expect(done.by).toBe("passphrase");
    const reveal = (place: ConfigPlace) => configOf(place).get("password", { reveal: true });
    expect(await reveal(ofPassphrase("correct horse battery"))).toMatchObject({ value: canary });
    const [wrong] = await problems(() => reveal(ofPassphrase("another horse battery")));
    expect(wrong!.code).toBe("store/key-wrong");
    expect(printDiagnostic(wrong!)).not.toContain("horse");
    const [missing] = await problems(() => reveal({ ...weak, ports }));
    expect(missing!.code).toBe("store/key-missing");
    const keyFile = join(here, "outside", "new key");
    await keysOf(ofPassphrase("correct horse battery")).rewrap({ keyFile });
    const [gone] = await problems(() => reveal(ofPassphrase("correct horse battery")));
    expect(gone!.code).toBe("store/key-missing");
    const again = placeIn(here, { ports: systemPorts({ COCONUT_KEY_FILE: keyFile }) });
    expect(await reveal(again)).toMatchObject({ value: canary });
    expect(textIn(here)).toBe(before);
  });
});
