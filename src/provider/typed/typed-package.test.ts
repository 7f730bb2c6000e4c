import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { secretOf, unknown, type ValueObject } from "../../model/index.js";
import {
  callOf,
  describe as texts,
  examplePackage,
  stored,
  type,
  configuring,
} from "../../../tests/provider/typed-example.js";
import { defineProvider, secret } from "../index.js";
import { typedPackage } from "./index.js";

const settings = {
  root: v.optional(v.string(), "."),
  port: v.number(),
  password: secret(v.optional(v.string())),
};
const disk = (connect?: (config: object) => unknown) =>
  defineProvider({ package: "disk", version: "1.2.0", config: settings, ...(connect && { connect }) });

describe("a configuration", () => {
  const check = (config: ValueObject) => typedPackage(disk()).checkConfig(callOf(), configuring(config));

  test.each<[given: ValueObject, expected: ValueObject]>([
    [{ port: 1 }, { root: ".", port: 1 }],
    [
      { port: unknown, root: "/" },
      { root: "/", port: unknown },
    ],
    [
      { port: 1, password: "x" },
      { root: ".", port: 1, password: secretOf("x") },
    ],
    [{ port: secretOf(1) }, { root: ".", port: secretOf(1) }],
  ])("is decoded: %j", async (given, expected) => {
    expect(await check(given)).toEqual({ config: expected, replaces: false });
  });

  test("is refused with all that is wrong", async () => {
    const checked = await check({ prot: 1, port: "1" });
    expect(checked).toMatchObject({ kind: "rejected", diagnostics: [{ hint: 'Did you mean "port"?' }, {}] });
    expect(texts(checked as never)).toEqual([
      'provider/no-such-setting prot: The provider disk has no configuration value "prot".',
      expect.stringContaining("provider/invalid-setting port: port of the provider disk is invalid."),
    ]);
    expect(texts((await check({})) as never)).toEqual([
      expect.stringContaining('provider/invalid-setting port: "port" of the provider disk is missing.'),
    ]);
  });
});

describe("a client", () => {
  test("is made once for a configuration, of plain values, and given to every hook", async () => {
    const made: unknown[] = [];
    const clients: unknown[] = [];
    const provider = disk(async (config) => ({ number: made.push(config) }));
    provider.resource("fs:File", {
      inputs: {},
      outputs: {},
      create: async ({ client }) => ({ id: String(clients.push(client)), outputs: {} }),
      read: async ({ client }) => (clients.push(client), null),
      update: async () => ({}),
      delete: async () => {},
    });
    const config = { root: ".", port: 1, password: secretOf("x") };
    const configured = await typedPackage(provider).configure(callOf(), configuring(config));
    if ("kind" in configured) throw new Error("refused");
    expect(configured.ready).toBe(true);
    const prior = stored({ inputs: {}, outputs: {} });
    await configured.read(callOf(), { prior });
    await configured.read(callOf(), { prior });
    expect(made).toEqual([{ root: ".", port: 1, password: "x" }]);
    expect(clients).toEqual([{ number: 1 }, { number: 1 }]);
  });

  test("may be handed in", async () => {
    const provider = disk(() => {
      throw new Error("connected");
    });
    const fake = { fake: true };
    const seen: unknown[] = [];
    provider.resource("fs:File", {
      inputs: {},
      outputs: {},
      create: async () => ({ id: "1", outputs: {} }),
      read: async ({ client }) => (seen.push(client), null),
      update: async () => ({}),
      delete: async () => {},
    });
    const configured = await typedPackage(provider, { client: fake }).configure(callOf(), configuring());
    if ("kind" in configured) throw new Error("refused");
    await configured.read(callOf(), { prior: stored({ inputs: {}, outputs: {} }) });
    expect(seen).toEqual([fake]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("no way with hunter2");
      },
    ],
    [
      "rejects",
      async () => {
        throw new Error("no way with hunter2");
      },
    ],
  ])("that cannot be made is a diagnostic: connect %s", async (_, connect: () => unknown) => {
    const config = { port: 1, password: secretOf("hunter2") };
    const refused = await typedPackage(disk(connect)).configure(callOf(), configuring(config));
    expect(texts(refused as never)).toEqual([
      "provider/hook-failed : connect of the provider disk (package disk 1.2.0) threw Error: no way with [secret]",
    ]);
  });

  test("is not made while anything is unknown", async () => {
    const made: unknown[] = [];
    const provider = disk((config) => made.push(config));
    const configured = await typedPackage(provider).configure(callOf(), configuring({ port: unknown }));
    expect(configured).toMatchObject({ ready: false });
    expect(made).toEqual([]);
  });
});

describe("an upgrade", () => {
  interface Fields {
    readonly inputs: Record<string, unknown>;
    readonly outputs: Record<string, unknown>;
  }
  const migrations = [
    ({ inputs, outputs }: Fields) => ({
      inputs: { ...inputs, body: inputs["text"], text: undefined },
      outputs,
    }),
    ({ inputs, outputs }: Fields) => ({
      inputs: { path: inputs["path"], content: inputs["body"] },
      outputs: { ...outputs, size: String(inputs["body"]).length },
    }),
  ];
  const upgrade = (part: Parameters<typeof stored>[0], steps: readonly unknown[] = migrations) =>
    examplePackage({ migrations: steps }).upgrade(callOf(), stored(part));

  test.each<[version: number, inputs: ValueObject]>([
    [1, { path: "a", text: "abc" }],
    [2, { path: "a", body: "abc" }],
  ])("takes version %i to the newest, step by step", async (schemaVersion, inputs) => {
    expect(await upgrade({ schemaVersion, inputs, outputs: { owner: "me" }, unfinished: ["x"] })).toEqual({
      type,
      id: "id-1",
      schemaVersion: 3,
      inputs: { path: "a", content: "abc" },
      outputs: { owner: "me", size: 3 },
      unfinished: ["x"],
    });
  });

  test("leaves the newest version alone", async () => {
    const newest = stored({ schemaVersion: 3 });
    expect(await examplePackage({ migrations }).upgrade(callOf(), newest)).toBe(newest);
  });

  test("keeps secrets: what was left alone, what is declared, and what was made where there were some", async () => {
    const inputs = { path: "a", text: secretOf("abc"), token: "t" };
    const keepToken = [
      ...migrations.slice(0, 1),
      ({ inputs, outputs }: Fields) => ({
        inputs: { path: inputs["path"], content: inputs["body"], token: inputs["token"] },
        outputs,
      }),
    ];
    expect(await upgrade({ schemaVersion: 1, inputs, outputs: { owner: "me" } }, keepToken)).toMatchObject({
      inputs: { path: "a", content: secretOf("abc"), token: secretOf("t") },
      outputs: { owner: "me" },
    });
  });

  test.each<[name: string, schemaVersion: number, steps: readonly unknown[], detail: string]>([
    [
      "newer state",
      4,
      migrations,
      "provider/newer-state : State contains schema version 4 of disk:fs:File, but package disk 1.2.0 only supports versions up to 3.",
    ],
    [
      "a step that throws",
      1,
      [
        () => {
          throw new Error("lost hunter2");
        },
      ],
      "provider/hook-failed : migrations[0] of disk:fs:File (package disk 1.2.0) threw Error: lost [secret]",
    ],
    [
      "a step that forgets",
      1,
      [() => ({ inputs: {} })],
      "provider/invalid-answer : migrations[0] of disk:fs:File",
    ],
    [
      "a step that makes no value",
      1,
      [() => ({ inputs: { when: new Date(0) }, outputs: {} })],
      "provider/invalid-answer : migrations of disk:fs:File returned an invalid value: inputs.when is an instance of Date",
    ],
  ])("refuses %s", async (_, schemaVersion, steps, detail) => {
    const refused = await upgrade({ schemaVersion, inputs: { token: secretOf("hunter2") } }, steps);
    expect(texts(refused as never)).toEqual([expect.stringContaining(detail)]);
  });

  test("refuses a type that the package does not define", async () => {
    const refused = await examplePackage().upgrade(callOf(), stored({ type: "disk:fs:Folder" }));
    expect(texts(refused as never)).toEqual([
      "provider/no-such-type : Package disk 1.2.0 does not define the resource type disk:fs:Folder.",
    ]);
  });
});
