import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { secretOf, unknown, type Planned, type Stored, type ValueObject } from "../../model/index.js";
import {
  callOf,
  describe as texts,
  example,
  examplePackage,
  plan,
  recordedOutputs,
  said,
  stored,
  type,
  type Overrides,
} from "../../../tests/provider/typed-example.js";
import { UncertainError, writeOnly } from "../index.js";

/** JSON and URLs spell it otherwise. */
const password = 'hunter"2';

const planned: Planned = {
  inputs: { path: "a.txt", content: "A", mode: 0o644, token: secretOf(password) },
  outputs: {},
  change: "some",
  fields: [],
};

async function create(hook: (call: never) => unknown, call = callOf({ phase: "apply" })) {
  const identified: string[] = [];
  const provider = await example({ create: hook });
  const outcome = await provider.create(call, {
    type,
    planned,
    key: "key-1",
    identified: async (id) => void identified.push(id),
  });
  return { outcome, identified };
}

interface CreateCall {
  readonly identified: (id: unknown) => Promise<void>;
  readonly inputs: { token: string };
  readonly log: Record<"debug" | "info" | "warn" | "error", (message: string) => void>;
}

describe("create", () => {
  test("gets plain inputs and everything that hooks get, and what it answers is stored", async () => {
    let seen: object = {};
    const { outcome } = await create((call: object) => {
      seen = call;
      return { id: "id-9", outputs: { size: 3, owner: "me", key: "k", unasked: true } };
    });
    expect(seen).toMatchObject({
      inputs: { path: "a.txt", content: "A", mode: 0o644, token: password },
      config: { root: "." },
      idempotencyKey: "key-1",
      signal: expect.any(AbortSignal),
    });
    expect(outcome).toEqual({
      kind: "ok",
      stored: {
        type,
        schemaVersion: 1,
        id: "id-9",
        inputs: planned.inputs,
        outputs: { size: 3, owner: "me", key: secretOf("k") },
      },
    });
  });

  test("gets write-only inputs, which are not stored, and whose echoes are secret", async () => {
    let seen: object = {};
    const provider = await example({
      inputs: {
        path: v.string(),
        pin: writeOnly(v.optional(v.string())),
        flag: writeOnly(v.optional(v.boolean(), true)),
      },
      outputs: { pin: v.optional(v.string()), echo: v.string() },
      echoes: ["echo"],
      volatile: [],
      create: async (call: { isSecret: (field: string) => boolean; inputs: object }) => {
        seen = { inputs: call.inputs, secret: ["path", "pin"].map((field) => call.isSecret(field)) };
        return { id: "1", outputs: { pin: "1234", echo: "it was 1234" } };
      },
    });
    const request = {
      type,
      key: "k",
      identified: async () => {},
      planned: { ...planned, inputs: { path: "a" } },
    };
    const outcome = await provider.create(callOf(), { ...request, asked: { path: "b", pin: "1234" } });
    expect(seen).toEqual({ inputs: { path: "a", pin: "1234", flag: true }, secret: [false, true] });
    expect(outcome).toMatchObject({
      kind: "ok",
      stored: { inputs: { path: "a" }, outputs: { pin: secretOf("1234"), echo: secretOf("it was 1234") } },
    });
  });

  test("cannot change what is planned through what it was given", async () => {
    const tags = { a: "1" };
    const provider = await example({
      create: async ({ inputs }: { inputs: { tags: { a: string } } }) => {
        inputs.tags.a = "9";
        return { id: "1", outputs: { size: 1, owner: "me" } };
      },
    });
    const request = { type, key: "k", identified: async () => {} };
    await provider.create(callOf(), { ...request, planned: { ...planned, inputs: { path: "a", tags } } });
    expect(tags).toEqual({ a: "1" });
  });

  test("an output with the name of a secret input is secret", async () => {
    const provider = await example();
    const secretOwner = { ...planned, inputs: { path: "a", owner: secretOf("me") } };
    const request = { type, planned: secretOwner, key: "k", identified: async () => {} };
    expect(await provider.create(callOf(), request)).toMatchObject({
      stored: { outputs: { size: 1, owner: secretOf("me") } },
    });
  });

  test("an output that echoes is secret when anything is, and not otherwise", async () => {
    const provider = await example({ echoes: ["owner"], read: async () => recordedOutputs });
    const outputsOf = async (inputs: ValueObject) => {
      const request = { type, planned: { ...planned, inputs }, key: "k", identified: async () => {} };
      return ((await provider.create(callOf(), request)) as { stored: Stored }).stored.outputs;
    };
    expect(await outputsOf({ path: "a", tags: { deep: secretOf("t") } })).toMatchObject({
      size: 1,
      owner: secretOf("me"),
    });
    expect(await outputsOf({ path: "a", tags: { deep: "t" } })).toMatchObject({ size: 1, owner: "me" });
    const prior = stored({ inputs: { path: "a" }, outputs: { ...recordedOutputs, owner: secretOf("me") } });
    expect(await provider.read(callOf(), { prior })).toMatchObject({
      stored: { outputs: { owner: secretOf("me") } },
    });
  });

  test("that throws says that nothing happened", async () => {
    const { outcome } = await create(async ({ inputs }: CreateCall) => {
      throw new Error(`The token ${inputs.token} is not known`, { cause: new Error("refused") });
    });
    expect(outcome).toMatchObject({ kind: "failed", diagnostics: [{ resource: "urn:file" }] });
    expect(texts(outcome as never)).toEqual([
      "provider/hook-failed : create of disk:fs:File (package disk 1.2.0) threw Error: The token [secret] is not known, caused by Error: refused",
    ]);
  });

  test.each([undefined, null, "text", 5, { toString: () => 5 }])("may throw anything: %s", async (thrown) => {
    const { outcome } = await create(() => {
      // oxlint-disable-next-line typescript/only-throw-error -- the point of the test
      throw thrown;
    });
    expect(outcome).toMatchObject({ kind: "failed", diagnostics: [{ code: "provider/hook-failed" }] });
  });

  test("that throws after it told the id leaves an unfinished object", async () => {
    const { outcome, identified } = await create(async ({ identified }: CreateCall) => {
      await identified("id-7");
      throw new Error("cut off");
    });
    expect(identified).toEqual(["id-7"]);
    const why = expect.stringContaining("threw Error: cut off");
    expect(outcome).toEqual({
      kind: "unfinished",
      stored: { type, schemaVersion: 1, id: "id-7", inputs: planned.inputs, outputs: {}, unfinished: [why] },
      diagnostics: [expect.objectContaining({ code: "provider/hook-failed" })],
    });
  });

  test("may have happened if the call was aborted, or the hook says so", async () => {
    const controller = new AbortController();
    const aborted = await create(
      () => {
        controller.abort();
        throw new Error("aborted");
      },
      callOf({ signal: controller.signal }),
    );
    expect(aborted.outcome).toMatchObject({
      kind: "uncertain",
      diagnostics: [{ code: "provider/hook-failed" }],
    });
    const said = await create(() => {
      throw new UncertainError("The gateway gave up.");
    });
    expect(said.outcome).toMatchObject({ kind: "uncertain" });
  });

  test.each<[name: string, answer: unknown, kind: string, detail: string]>([
    [
      "a missing output",
      { id: "1", outputs: { size: 1 } },
      "unfinished",
      'provider/invalid-answer owner: create of disk:fs:File did not return the output "owner".',
    ],
    [
      "a wrong output",
      { id: "1", outputs: { size: "1", owner: "me" } },
      "unfinished",
      "provider/invalid-answer size: create of disk:fs:File returned an invalid output: size.",
    ],
    [
      "no outputs",
      { id: "1" },
      "unfinished",
      "provider/invalid-answer : create of disk:fs:File returned undefined instead of outputs.",
    ],
    [
      "no id",
      { outputs: { size: 1, owner: "me" } },
      "uncertain",
      "provider/invalid-answer : create of disk:fs:File returned undefined as id.",
    ],
    [
      "an empty id",
      { id: "", outputs: { size: 1, owner: "me" } },
      "uncertain",
      "provider/invalid-answer : create of disk:fs:File returned an empty string as id.",
    ],
    [
      "nothing",
      undefined,
      "uncertain",
      "provider/invalid-answer : create of disk:fs:File returned undefined instead of { id, outputs }.",
    ],
  ])("is taken at its word: %s", async (_, answer, kind, detail) => {
    const { outcome } = await create(() => answer);
    expect(outcome.kind).toBe(kind);
    expect(texts(outcome as never)[0]).toContain(detail);
  });

  test("a secret output that does not fit is not shown", async () => {
    const { outcome } = await create(() => ({ id: "1", outputs: { size: 1, owner: "me", key: 47_110_815 } }));
    expect(outcome.kind).toBe("unfinished");
    expect(JSON.stringify(outcome)).not.toContain("47110815");
  });

  test("the id that was told stands in for one that is missing", async () => {
    const { outcome } = await create(async ({ identified }: CreateCall) => {
      await identified("id-7");
      return { outputs: { size: 1, owner: "me" } };
    });
    expect(outcome).toMatchObject({ kind: "unfinished", stored: { id: "id-7", outputs: { size: 1 } } });
  });

  test("tells ids that are text", async () => {
    const { outcome, identified } = await create(async ({ identified }: CreateCall) => identified(5));
    expect(identified).toEqual([]);
    expect(outcome).toMatchObject({ kind: "uncertain", diagnostics: [{ code: "provider/hook-failed" }] });
  });

  test("logs a secret of several lines with each of them taken out", async () => {
    said.length = 0;
    const provider = await example({
      create: async ({ inputs, log }: CreateCall) => {
        for (const line of inputs.token.split("\n")) log.info(`> ${line}`);
        return { id: "1", outputs: { size: 1, owner: "me" } };
      },
    });
    const inputs = { path: "a", token: secretOf("{\n  first half\r\n  second half\n}") };
    const request = { type, key: "k", identified: async () => {} };
    await provider.create(callOf(), { ...request, planned: { ...planned, inputs } });
    expect(said.map(({ text }) => text.trim())).toEqual(["> {", "> [secret]", "> [secret]", "> }"]);
  });

  test("logs with the secrets taken out", async () => {
    said.length = 0;
    await create(async ({ inputs, log }: CreateCall) => {
      log.info(`with ${inputs.token}`);
      log.warn(JSON.stringify({ token: inputs.token }));
      log.info(encodeURIComponent(inputs.token));
      log.debug("plain");
      log.error("bad");
      return { id: "1", outputs: { size: 1, owner: "me" } };
    });
    expect(said).toEqual([
      { level: "info", text: "with [secret]" },
      { level: "warn", text: '{"token":"[secret]"}' },
      { level: "info", text: "[secret]" },
      { level: "debug", text: "plain" },
      { level: "error", text: "bad" },
    ]);
  });
});

describe("update", () => {
  test("gets what is recorded, what was observed, and what moved", async () => {
    let seen: object = {};
    const update = async (call: UpdateCall) => {
      const changed = ["path", "content", "mode"].filter(call.changed);
      const drifted = ["size", "etag", "lastSeen"].filter(call.drifted);
      seen = {
        id: call.id,
        inputs: call.inputs,
        prior: call.prior,
        key: call.idempotencyKey,
        changed,
        drifted,
      };
      return { size: 5, owner: "you" };
    };
    const provider = await example({ update, equivalent: { path: () => true } });
    const prior = stored({
      inputs: { path: "A.TXT", content: "B" },
      outputs: { ...recordedOutputs, size: 2 },
      unfinished: ["cut off"],
      tainted: true,
    });
    const observed = stored({ outputs: { ...recordedOutputs, size: 3, lastSeen: "friday" } });
    const outcome = await provider.update(callOf(), {
      prior,
      baseline: recordedOutputs,
      observed,
      planned,
      asked: planned.inputs,
      key: "key-2",
    });
    expect(seen).toEqual({
      id: "id-1",
      inputs: { path: "a.txt", content: "A", mode: 0o644, token: password },
      prior: {
        inputs: { path: "A.TXT", content: "B", mode: 0o644 },
        outputs: recordedOutputs,
        observed: { ...recordedOutputs, size: 3, lastSeen: "friday" },
      },
      key: "key-2",
      changed: ["content"],
      drifted: ["size", "lastSeen"],
    });
    expect(outcome).toEqual({
      kind: "ok",
      stored: {
        type,
        schemaVersion: 1,
        id: "id-1",
        inputs: planned.inputs,
        outputs: { size: 5, owner: "you" },
      },
    });
  });

  test.each<[name: string, update: (call: UpdateCall) => unknown, expected: object]>([
    ["throws", () => Promise.reject(new Error("no")), { kind: "failed" }],
    ["cannot tell", () => Promise.reject(new UncertainError("lost")), { kind: "uncertain" }],
    ["asks for a field that there is not", ({ changed }) => changed("paht"), { kind: "uncertain" }],
    [
      "answers in part",
      () => ({ size: 9 }),
      { kind: "unfinished", stored: { outputs: { ...recordedOutputs, size: 9 }, inputs: planned.inputs } },
    ],
  ])("%s", async (_, update, expected) => {
    const provider = await example({ update });
    const outcome = await provider.update(callOf(), { prior: stored(), planned, asked: {}, key: "k" });
    expect(outcome).toMatchObject(expected);
  });

  interface UpdateCall {
    readonly id: string;
    readonly inputs: unknown;
    readonly prior: unknown;
    readonly idempotencyKey: string;
    readonly changed: (field: string) => boolean;
    readonly drifted: (field: string) => boolean;
  }
});

describe("read and delete", () => {
  const seeing = (hook: "read" | "delete", answer: unknown) => {
    const seen: Record<string, unknown>[] = [];
    const run = async (call: Record<string, unknown>) => {
      seen.push(call);
      return answer;
    };
    return { seen, overrides: { [hook]: run } as Overrides };
  };

  test("see only what is recorded", async () => {
    const { seen, overrides } = seeing("read", null);
    const deleting = seeing("delete", undefined);
    const provider = await example({ ...overrides, ...deleting.overrides });
    const prior = stored({ inputs: { path: "a.txt", token: secretOf("t") } });
    await provider.read(callOf(), { prior });
    const outcome = await provider.delete(callOf(), { prior, key: "key-3" });
    expect(outcome.kind).toBe("ok");
    const common = ["assets", "client", "config", "id", "log", "prior", "signal"];
    expect(Object.keys(seen[0]!).toSorted()).toEqual(common);
    expect(Object.keys(deleting.seen[0]!).toSorted()).toEqual(
      [...common, "idempotencyKey", "running"].toSorted(),
    );
    for (const call of [seen[0]!, deleting.seen[0]!]) {
      expect(call["prior"]).toEqual({
        inputs: { path: "a.txt", content: "", mode: 0o644, token: "t" },
        outputs: recordedOutputs,
      });
    }
  });

  test.each<[name: string, answer: unknown, expected: object]>([
    ["null: nothing there", null, { kind: "absent" }],
    [
      "outputs",
      { size: 2, owner: "you" },
      { kind: "found", stored: { id: "id-1", outputs: { size: 2, owner: "you" }, inputs: stored().inputs } },
    ],
    [
      "outputs in the longer form",
      { outputs: { size: 2, owner: "you" } },
      { kind: "found", stored: { id: "id-1", outputs: { size: 2 } } },
    ],
    [
      "another id",
      { id: "id-2", outputs: { size: 2, owner: "you" } },
      { kind: "found", stored: { id: "id-2" } },
    ],
    ["an id that is none", { id: 5, outputs: { size: 2, owner: "you" } }, { kind: "rejected" }],
    [
      "undefined, which is not null",
      undefined,
      { kind: "rejected", diagnostics: [{ code: "provider/invalid-answer" }] },
    ],
    ["too little", { size: 2 }, { kind: "rejected", diagnostics: [{ path: "owner" }] }],
  ])("read answers with %s", async (_, answer, expected) => {
    const provider = await example(seeing("read", answer).overrides);
    expect(await provider.read(callOf(), { prior: stored() })).toMatchObject(expected);
  });

  test("a read that throws never says that nothing is there", async () => {
    const provider = await example({ read: () => Promise.reject(new Error("404?")) });
    expect(await provider.read(callOf(), { prior: stored() })).toMatchObject({
      kind: "rejected",
      diagnostics: [{ code: "provider/hook-failed" }],
    });
  });

  test("a delete that throws did not happen", async () => {
    const provider = await example({ delete: () => Promise.reject(new Error("busy")) });
    expect(await provider.delete(callOf(), { prior: stored(), key: "k" })).toMatchObject({ kind: "failed" });
  });

  test("what is not known yet cannot be acted on: a bug of the engine, never the hook's", async () => {
    const provider = await example();
    const { id: _, ...prior } = stored();
    await expect(provider.read(callOf(), { prior })).rejects.toThrow("This is a bug in Coconut");
    await expect(provider.find(callOf(), { type, key: "k", inputs: {} })).rejects.toThrow("This is a bug");
    const early = {
      type,
      key: "k",
      planned: { ...planned, inputs: { path: unknown } },
      identified: async () => {},
    };
    await expect(provider.create(callOf(), early)).rejects.toThrow("This is a bug in Coconut");
  });
});

describe("lookup and find", () => {
  test.each<[name: string, answer: unknown, expected: object]>([
    ["nothing", null, { kind: "absent" }],
    [
      "an object, its inputs decoded",
      { inputs: { path: "a", token: "t" }, outputs: { size: 1, owner: "me" } },
      {
        kind: "found",
        stored: {
          type,
          schemaVersion: 1,
          id: "id-5",
          inputs: { path: "a", content: "", mode: 0o644, token: secretOf("t") },
          outputs: { size: 1, owner: "me" },
        },
      },
    ],
    [
      "an object with another id",
      { id: "id-6", inputs: { path: "a" }, outputs: { size: 1, owner: "me" } },
      { kind: "found", stored: { id: "id-6" } },
    ],
    [
      "too little",
      { inputs: {}, outputs: {} },
      { kind: "rejected", diagnostics: [{ path: "path" }, { path: "size" }, { path: "owner" }] },
    ],
    ["a text", "x", { kind: "rejected" }],
  ])("lookup answers with %s", async (_, answer, expected) => {
    const provider = await example({ lookup: async () => answer });
    expect(provider.canLookUp(type)).toBe(true);
    expect(await provider.lookup(callOf(), { type, id: "id-5" })).toMatchObject(expected);
  });

  test("a type without lookup says so", async () => {
    const provider = await example();
    expect(provider.canLookUp(type)).toBe(false);
    expect(await provider.lookup(callOf(), { type, id: "x" })).toMatchObject({
      kind: "rejected",
      diagnostics: [{ code: "provider/no-lookup" }],
    });
  });

  test.each<[name: string, answer: unknown, expected: object]>([
    ["nothing", [], []],
    [
      "an object",
      [{ id: "id-5", outputs: { size: 1, owner: "me" } }],
      [{ kind: "found", stored: { id: "id-5", inputs: { path: "a" }, outputs: { size: 1, owner: "me" } } }],
    ],
    ["that nobody can tell", null, { kind: "untold" }],
    ["something else", {}, { kind: "rejected", diagnostics: [{ code: "provider/invalid-answer" }] }],
    ["an object without an id", [{ outputs: {} }], { kind: "rejected" }],
  ])("find answers with %s", async (_, answer, expected) => {
    const asked: ValueObject[] = [];
    const find = async ({ idempotencyKey, inputs }: { idempotencyKey: string; inputs: ValueObject }) => {
      asked.push({ idempotencyKey, inputs });
      return answer;
    };
    const provider = await example({ find });
    expect(provider.canFind(type)).toBe(true);
    const found = await provider.find(callOf(), { type, key: "key-1", inputs: { path: "a" } });
    expect(found).toMatchObject(expected);
    expect(asked).toEqual([{ idempotencyKey: "key-1", inputs: { path: "a" } }]);
  });

  test("a type without find cannot be asked", async () => {
    expect((await example()).canFind(type)).toBe(false);
  });
});

test("validate is asked with planned inputs before the engine acts", async () => {
  const provider = await example({
    validate: async ({ inputs, prior }: { inputs: { path: string; token: string }; prior: unknown }) =>
      prior === undefined ? `${inputs.path} is taken by ${inputs.token}` : undefined,
  });
  const request = { type, inputs: planned.inputs };
  expect(texts({ diagnostics: await provider.validate(callOf(), request) })).toEqual([
    "provider/invalid-input : disk:fs:File is invalid. a.txt is taken by [secret]",
  ]);
  expect(await provider.validate(callOf(), { ...request, prior: stored() })).toEqual([]);
});

describe("logs and stats", () => {
  test("pass through, with the secrets taken out", async () => {
    const time = new Date(0);
    const provider = await example({
      logs: async function* ({ prior, since, follow }: { prior: Prior; since?: Date; follow: boolean }) {
        yield { time: since ?? time, message: `${prior.inputs.token} ${follow}`, stream: "out" };
        throw new Error(`lost ${prior.inputs.token}`);
      },
      stats: async () => ({ requests: 12 }),
    });
    const prior = stored({ inputs: { path: "a", token: secretOf("hunter2") } });
    const lines: unknown[] = [];
    const read = async () => {
      for await (const line of provider.logs!(callOf(), { prior, follow: true })!) lines.push(line);
    };
    await expect(read()).rejects.toThrow(
      "logs of disk:fs:File (package disk 1.2.0) threw Error: lost [secret]",
    );
    expect(lines).toEqual([{ time, message: "[secret] true", stream: "out" }]);
    expect(await provider.stats!(callOf(), { prior })).toEqual({ requests: 12 });
  });

  test("are undefined where a type has none", async () => {
    const provider = await example();
    expect(provider.logs!(callOf(), { prior: stored(), follow: false })).toBeUndefined();
    expect(provider.stats!(callOf(), { prior: stored() })).toBeUndefined();
  });

  interface Prior {
    readonly inputs: { readonly token: string };
  }
});

test("with an unknown configuration only plans can be made", async () => {
  const provider = await example({}, { root: unknown });
  expect(provider.ready).toBe(false);
  await expect(provider.read(callOf(), { prior: stored() })).rejects.toThrow("This is a bug");
  await provider.close();
});

test("what is planned can be created, and then nothing is left to do", async () => {
  const first = await plan({ inputs: { path: "a.txt", tags: { a: secretOf("t") } } });
  const provider = await example();
  const outcome = await provider.create(callOf(), {
    type,
    planned: first,
    key: "k",
    identified: async () => {},
  });
  const created = (outcome as { readonly stored: Stored }).stored;
  const second = await plan({
    inputs: { path: "a.txt", tags: { a: secretOf("t") } },
    prior: created,
    observed: created,
  });
  expect(second).toMatchObject({ change: "none", fields: [], inputs: created.inputs });
});

test("the package says which input names an object in the whole world", () => {
  expect(examplePackage({ globalId: "path" }).globalId?.(type)).toBe("path");
  expect(examplePackage().globalId?.(type)).toBeUndefined();
  expect(examplePackage().implements(type)).toBe(true);
  expect(examplePackage().implements("disk:fs:Folder")).toBe(false);
});
