import * as v from "valibot";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import * as coconut from "@coconut/coconut";
import { testProgram } from "@coconut/coconut/testing";
import { printDiagnostic, secretOf, type Value } from "../../src/model/index.js";
import { placeOf } from "./place-of.js";
import { problemsIn } from "./problems-in.js";

const canary = "hunter2-canary";

const config: { readonly [key: string]: Value } = {
  "shop:text": "hello",
  "shop:empty": "",
  "shop:number": 3,
  "shop:numberText": "-2.5",
  "shop:zero": 0,
  "shop:yes": true,
  "shop:noText": "false",
  "shop:list": ["a", "b"],
  "shop:object": { size: 3, deep: { tags: ["a"] } },
  "shop:objectText": '{"size":4}',
  "shop:null": null,
  "shop:__proto__": "data",
  "shop:password": secretOf(canary),
  "shop:pin": secretOf("1234"),
  "shop:flag": secretOf(true),
  "shop:secretNull": secretOf(null),
  "shop:account": secretOf({ user: "me", password: canary }),
  "shop:mixed": { user: "me", password: secretOf(canary) },
  "shop:keyed": secretOf({ [canary]: "not a number" }),
  "aws:region": "eu-west-1",
};

/** What `read` gives in a program of the project `shop`, Outputs resolved. */
async function reading(read: (config: coconut.Config) => unknown, name?: string) {
  const program = await testProgram(() => ({ read: read(new coconut.Config(name)) }), {
    project: "shop",
    config,
  });
  const { value, secret, known } = await program.planned().outputs();
  return { value: (value as { read: unknown }).read, secret, known };
}

async function problemOf(read: (config: coconut.Config) => unknown, name?: string) {
  const [problem, ...more] = await problemsIn(() => reading(read, name));
  expect(more).toEqual([]);
  expect(printDiagnostic(problem!)).not.toContain(canary);
  return problem!;
}

const valibotSize = v.object({ size: v.number(), unit: v.optional(v.string(), "GB") });
const zodSize = z.object({ size: z.number(), unit: z.string().default("GB") });

describe("a configuration value", () => {
  it.each<[string, (config: coconut.Config) => unknown, value: unknown]>([
    ["get", (it) => it.get("text"), "hello"],
    ["get of empty text", (it) => it.get("empty", "fallback"), ""],
    ["get of a number", (it) => it.get("number"), "3"],
    ["get of a boolean", (it) => it.get("yes"), "true"],
    ["get of nothing", (it) => it.get("missing"), undefined],
    ["get of null", (it) => it.get("null"), undefined],
    ["get with a fallback", (it) => it.get("missing", "fallback"), "fallback"],
    ["get with a fallback that is not needed", (it) => it.get("text", "fallback"), "hello"],
    ["get of a key like __proto__", (it) => it.get("__proto__"), "data"],
    ["get of a key that objects have", (it) => it.get("toString"), undefined],
    ["require", (it) => it.require("text"), "hello"],
    ["require of empty text", (it) => it.require("empty"), ""],
    ["getNumber", (it) => it.getNumber("number"), 3],
    ["getNumber of text", (it) => it.getNumber("numberText"), -2.5],
    ["getNumber of zero", (it) => it.getNumber("zero", 7), 0],
    ["getNumber of nothing", (it) => it.getNumber("missing"), undefined],
    ["getNumber with a fallback", (it) => it.getNumber("missing", 7), 7],
    ["requireNumber", (it) => it.requireNumber("number"), 3],
    ["requireNumber of zero", (it) => it.requireNumber("zero"), 0],
    ["getBoolean", (it) => it.getBoolean("yes"), true],
    ["getBoolean of text", (it) => it.getBoolean("noText", true), false],
    ["getBoolean of nothing", (it) => it.getBoolean("missing"), undefined],
    ["getBoolean with a fallback", (it) => it.getBoolean("missing", true), true],
    ["requireBoolean of false", (it) => it.requireBoolean("noText"), false],
    ["getObject", (it) => it.getObject("object"), { size: 3, deep: { tags: ["a"] } }],
    ["getObject of a list", (it) => it.getObject("list"), ["a", "b"]],
    ["getObject of text", (it) => it.getObject("objectText"), { size: 4 }],
    ["getObject of nothing", (it) => it.getObject("missing"), undefined],
    ["getObject by valibot", (it) => it.getObject("object", valibotSize), { size: 3, unit: "GB" }],
    ["getObject by zod", (it) => it.getObject("object", zodSize), { size: 3, unit: "GB" }],
    ["requireObject", (it) => it.requireObject<{ size: number }>("objectText").size, 4],
    ["requireObject by valibot", (it) => it.requireObject("objectText", valibotSize).unit, "GB"],
  ])("%s", async (_name, read, value) => {
    expect(await reading(read)).toEqual({ value, known: true, secret: false });
  });

  it("of another namespace is read by its name", async () => {
    expect((await reading((it) => it.require("region"), "aws")).value).toBe("eu-west-1");
    expect((await problemOf((it) => it.require("text"), "aws")).detail).toContain('"aws:text"');
    const program = await testProgram(() => new coconut.Config().name, { project: "shop" });
    expect((await program.planned().outputs()).value).toBe("shop");
  });

  it("is given out as a copy nobody else sees changed", async () => {
    const { value } = await reading((it) => {
      it.requireObject<{ size: number }>("object").size = 99;
      return it.requireObject("object");
    });
    expect(value).toEqual({ size: 3, deep: { tags: ["a"] } });
  });
});

describe("a secret configuration value", () => {
  it.each<[string, (config: coconut.Config) => unknown, value: unknown]>([
    ["getSecret", (it) => it.getSecret("password"), canary],
    ["requireSecret", (it) => it.requireSecret("password"), canary],
    ["requireSecret of a plain value", (it) => it.requireSecret("text"), "hello"],
    ["getSecretNumber", (it) => it.getSecretNumber("pin"), 1234],
    ["requireSecretNumber", (it) => it.requireSecretNumber("pin"), 1234],
    ["getSecretBoolean", (it) => it.getSecretBoolean("flag"), true],
    ["requireSecretBoolean", (it) => it.requireSecretBoolean("flag"), true],
    ["getSecretObject", (it) => it.getSecretObject("account"), { user: "me", password: canary }],
    [
      "a structure with a secret inside",
      (it) => it.requireSecretObject("mixed"),
      { user: "me", password: canary },
    ],
    [
      "requireSecretObject by a schema",
      (it) => it.requireSecretObject("account", v.object({ user: v.string() })),
      { user: "me" },
    ],
    ["a field of it", (it) => it.requireSecretObject<{ password: string }>("account").password, canary],
  ])("%s", async (_name, read, value) => {
    expect(await reading(read)).toEqual({ value, known: true, secret: true });
  });

  it.each<[string, (config: coconut.Config) => unknown]>([
    ["getSecret", (it) => it.getSecret("missing")],
    ["getSecretNumber", (it) => it.getSecretNumber("missing")],
    ["getSecretBoolean", (it) => it.getSecretBoolean("missing")],
    ["getSecretObject", (it) => it.getSecretObject("missing")],
    ["getSecret of null", (it) => it.getSecret("secretNull")],
  ])("that is missing: %s", async (_name, read) => {
    expect((await reading(read)).value).toBeUndefined();
  });

  it.each<[string, (config: coconut.Config) => unknown, hint: string]>([
    ["get", (it) => it.get("password"), 'config.getSecret("password")'],
    ["get with a fallback", (it) => it.get("password", "x"), 'config.getSecret("password")'],
    ["require", (it) => it.require("password"), 'config.requireSecret("password")'],
    ["getNumber", (it) => it.getNumber("pin"), 'config.getSecretNumber("pin")'],
    ["requireNumber", (it) => it.requireNumber("pin"), 'config.requireSecretNumber("pin")'],
    ["getBoolean", (it) => it.getBoolean("flag"), 'config.getSecretBoolean("flag")'],
    ["requireBoolean", (it) => it.requireBoolean("flag"), 'config.requireSecretBoolean("flag")'],
    ["getObject", (it) => it.getObject("account"), 'config.getSecretObject("account")'],
    ["requireObject", (it) => it.requireObject("mixed"), 'config.requireSecretObject("mixed")'],
  ])("is not given out plain: %s", async (_name, read, hint) => {
    const problem = await problemOf(read);
    expect(problem.code).toBe("sdk/config-is-secret");
    expect(problem.hint).toContain(hint);
    expect(problem.position!.file).toBe(import.meta.filename);
  });
});

describe("a configuration value that is not what the program needs", () => {
  const asynchronous = v.pipeAsync(
    v.object({}),
    v.checkAsync(async () => false),
  );
  const dated = v.pipe(
    v.object({}),
    v.transform(() => new Date(0)),
  );

  it.each<[string, (config: coconut.Config) => unknown, code: string, words: string]>([
    ["missing text", (it) => it.require("missing"), "sdk/config-missing", '"shop:missing"'],
    ["null where text is needed", (it) => it.require("null"), "sdk/config-missing", '"shop:null"'],
    ["a missing number", (it) => it.requireNumber("missing"), "sdk/config-missing", '"shop:missing"'],
    ["a missing boolean", (it) => it.requireBoolean("missing"), "sdk/config-missing", '"shop:missing"'],
    ["a missing object", (it) => it.requireObject("missing"), "sdk/config-missing", '"shop:missing"'],
    ["a missing secret", (it) => it.requireSecret("missing"), "sdk/config-missing", '"shop:missing"'],
    [
      "a missing secret number",
      (it) => it.requireSecretNumber("missing"),
      "sdk/config-missing",
      "shop:missing",
    ],
    ["a missing secret boolean", (it) => it.requireSecretBoolean("x"), "sdk/config-missing", "shop:x"],
    ["a missing secret object", (it) => it.requireSecretObject("x"), "sdk/config-missing", "shop:x"],
    ["an object as text", (it) => it.get("object"), "sdk/config-wrong-type", "is not text"],
    ["text as a number", (it) => it.getNumber("text"), "sdk/config-wrong-type", "is not a number"],
    ["empty text as a number", (it) => it.getNumber("empty", 1), "sdk/config-wrong-type", "is not a number"],
    ["a boolean as a number", (it) => it.requireNumber("yes"), "sdk/config-wrong-type", "is not a number"],
    ["text as a boolean", (it) => it.getBoolean("text"), "sdk/config-wrong-type", "is not true or false"],
    ["a number as a boolean", (it) => it.requireBoolean("number"), "sdk/config-wrong-type", "true or false"],
    ["text as an object", (it) => it.getObject("text"), "sdk/config-wrong-type", "is not JSON"],
    ["a wrong field", (it) => it.getObject("list", valibotSize), "sdk/config-wrong-type", "schema"],
    [
      "a wrong field inside",
      (it) => it.requireObject("object", z.object({ deep: z.object({ tags: z.array(z.number()) }) })),
      "sdk/config-wrong-type",
      "deep.tags[0] does not match",
    ],
    [
      "an asynchronous schema",
      (it) => it.getObject("object", asynchronous),
      "sdk/config-wrong-type",
      "asynchronous",
    ],
    [
      "a secret of no number",
      (it) => it.getSecretNumber("password"),
      "sdk/config-wrong-type",
      "is not a number",
    ],
    [
      "a secret of no boolean",
      (it) => it.getSecretBoolean("password"),
      "sdk/config-wrong-type",
      "true or false",
    ],
    ["a secret of no JSON", (it) => it.getSecretObject("password"), "sdk/config-wrong-type", "is not JSON"],
    ["a secret text of an object", (it) => it.getSecret("account"), "sdk/config-wrong-type", "is not text"],
    [
      "a secret with a secret key",
      (it) => it.getSecretObject("keyed", v.record(v.string(), v.number())),
      "sdk/config-wrong-type",
      "valid for its schema",
    ],
    [
      "a secret with a secret key, by zod",
      (it) => it.getSecretObject("keyed", z.record(z.string(), z.number())),
      "sdk/config-wrong-type",
      "valid for its schema",
    ],
    [
      "a secret that becomes no value",
      (it) => it.getSecretObject("account", dated),
      "sdk/not-a-value",
      "Date",
    ],
  ])("%s", async (name, read, code, words) => {
    const problem = await problemOf(read);
    expect(problem.code).toBe(code);
    expect(problem.detail).toContain(words);
    expect(problem.position).toEqual(
      placeOf(import.meta.url, read.toString().match(/it\.(\w+)/)![1]!, `"${name}"`, "it."),
    );
  });
});
