import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  assetOf,
  secretOf,
  unknown,
  unknownOf,
  type RunningProcess,
  type Stored,
  type ValueObject,
} from "../../src/model/index.js";
import type { ConfiguredProvider, ProviderCall, ProviderMessage } from "../../src/provider/contract/index.js";
import { typedPackage } from "../../src/provider/typed/index.js";
import { temporaryFolder } from "../store/temporary-folder.js";
import { shelfScript } from "../support/json-lines/shelf-script.js";
import { breaks, shelfIn, shelfProgram } from "../support/json-lines/shelf-world.js";
import { shelf } from "../support/json-lines/shelf.js";
import { startPackage } from "../support/json-lines/start-package.js";
import { pack, unpack } from "../support/json-lines/wire.js";

const script = shelfScript();
beforeAll(script.build);

const type = "shelf:index:Thing";
const identity = { urn: "urn:a", name: "default", id: "1", project: "shop", stack: "dev" };

/** A package in a child, configured, with what is asked of it besides. */
async function open() {
  const folder = temporaryFolder();
  const { package: found, child } = await startPackage(shelfProgram({ folder, script: script.path }));
  onTestFinished(() => child.close());
  const messages: ProviderMessage[] = [];
  const stop = new AbortController();
  const call: ProviderCall = {
    phase: "apply",
    urn: "urn:pulumi:dev::shop::shelf:index:Thing::a",
    signal: stop.signal,
    report: (message) => messages.push(message),
  };
  const config: ValueObject = { folder: `${folder}/shelf` };
  const provider = (await found.configure(call, { config, identity })) as ConfiguredProvider;
  const stored: Stored = {
    type,
    schemaVersion: 1,
    id: "a",
    inputs: { name: "a", label: "one", color: "red" },
    outputs: { size: 3, shown: "one in red", looks: 1 },
  };
  return { folder, found, child, call, stop, messages, provider, stored };
}

test("values survive the wire: unknown, secret, assets, nested", () => {
  const request = {
    type,
    inputs: {
      later: unknown,
      count: unknownOf("number"),
      token: secretOf({ deep: ["hunter2-hunter2", unknown] }),
      photo: assetOf({ text: "a picture" }),
      list: [1, null, "two", { three: true }],
    },
    prior: {
      type,
      schemaVersion: 2,
      id: "a",
      inputs: { a: 1 },
      outputs: { b: secretOf("x") },
      tainted: true,
    },
  };
  const secrets = new Set<string>();
  const packed = pack(request, (texts) => {
    for (const text of texts) secrets.add(text);
  });
  expect(unpack(JSON.parse(JSON.stringify(packed)) as never)).toEqual(request);
  expect([...secrets]).toEqual(["hunter2-hunter2", "x"]);
});

describe("what is answered from the description is what a typed package answers", () => {
  test("of the package", async () => {
    const { found } = await open();
    const typed = typedPackage(shelf);
    for (const asked of [type, "shelf:index:Nothing"]) {
      expect(found.implements(asked)).toBe(typed.implements(asked));
      expect(found.globalId?.(asked)).toBe(typed.globalId?.(asked));
      expect(found.replaceFields?.(asked)).toEqual(typed.replaceFields?.(asked));
      expect(found.hasUniqueIds?.(asked)).toBe(typed.hasUniqueIds?.(asked));
      expect(found.schemaVersion?.(asked)).toBe(typed.schemaVersion?.(asked));
    }
    expect([found.name, found.version, found.configFields]).toEqual([
      typed.name,
      typed.version,
      typed.configFields,
    ]);
  });

  test("of a configured provider", async () => {
    const { provider, call } = await open();
    const config = { folder: temporaryFolder() };
    const typed = (await typedPackage(shelf).configure(call, { config, identity })) as ConfiguredProvider;
    expect(provider.ready).toBe(typed.ready);
    expect(provider.canFind(type)).toBe(typed.canFind(type));
    expect(provider.canLookUp(type)).toBe(typed.canLookUp(type));
    expect(provider.settlesWithinMs?.(type)).toBe(typed.settlesWithinMs?.(type));
    expect(provider.lateWithinMs?.(type)).toBe(typed.lateWithinMs?.(type));
  });

  test("except two spellings of one value, which it cannot know without asking: they differ", async () => {
    const { found } = await open();
    const request = { type, field: "color", before: { color: "red" }, after: { color: "RED" } };
    expect(typedPackage(shelf).isEquivalent(request)).toBe(true);
    expect(found.isEquivalent(request)).toBe(false);
    expect(found.isEquivalent({ ...request, after: { color: secretOf("red") } })).toBe(true);
  });
});

describe("what is asked of the child", () => {
  test("its configuration", async () => {
    const { found, call } = await open();
    const asked = (config: ValueObject) => found.checkConfig(call, { config, identity });
    expect(await asked({ folder: "x", password: "y" })).toEqual({
      config: { folder: "x", password: secretOf("y") },
      replaces: false,
    });
    expect(await asked({})).toMatchObject({
      kind: "rejected",
      diagnostics: [{ code: "provider/invalid-setting" }],
    });
  });

  test("an upgrade", async () => {
    const { found, call, stored } = await open();
    expect(await found.upgrade(call, stored)).toEqual(stored);
    expect(await found.upgrade(call, { ...stored, schemaVersion: 5 })).toMatchObject({
      kind: "rejected",
      diagnostics: [{ code: "provider/newer-state", resource: call.urn }],
    });
  });

  test("a plan with values that are known after apply", async () => {
    const { provider, call } = await open();
    const request = { mode: "create", type, replaceOnChanges: [], ignoreChanges: [] } as const;
    const planned = await provider.plan(call, {
      ...request,
      inputs: { name: "a", label: unknown, token: secretOf("hunter2-hunter2") },
    });
    expect(planned).toMatchObject({
      inputs: { label: unknown, color: "red", token: secretOf("hunter2-hunter2") },
    });
    expect(await provider.plan(call, { ...request, inputs: { name: 1 } })).toMatchObject({
      kind: "rejected",
    });
  });

  test("a create, which tells its id and a process before it ends", async () => {
    const { provider, call, child, messages, stored, folder } = await open();
    const told: (string | RunningProcess)[] = [];
    const inputs = { ...stored.inputs, color: "painted by a script" };
    const outcome = await provider.create(call, {
      type,
      key: "k",
      planned: { inputs, outputs: {}, change: "some", fields: [] },
      identified: async (id) => {
        expect(shelfIn(folder).names()).toEqual(["a"]);
        told.push(id);
      },
      running: async (process) => {
        expect(shelfIn(folder).names()).toEqual([]);
        told.push(process);
      },
    });
    expect(outcome).toMatchObject({ kind: "ok", stored: { id: "a", outputs: { size: 3 } } });
    expect(told).toEqual([expect.objectContaining({ group: child.pid }), "a"]);
    expect(messages).toEqual([{ level: "info", text: "making room for a" }]);
  });

  test("functions, methods, counters and logs", async () => {
    const { provider, call, stored } = await open();
    const inputs = { most: 5 };
    expect(await provider.invoke!(call, { token: "shelf:index:count", inputs })).toEqual({
      kind: "returned",
      outputs: { things: 0 },
    });
    const method = { type, method: "praise", token: `${type}/praise`, prior: stored };
    expect(await provider.call!(call, { ...method, inputs: { words: "fine" } })).toEqual({
      kind: "returned",
      outputs: { text: "a is fine" },
    });
    expect(await provider.stats!(call, { prior: stored })).toMatchObject({
      weight: { value: 3, unit: "kg" },
    });
    const lines = [];
    for await (const line of provider.logs!(call, { prior: stored, follow: false })!) lines.push(line);
    expect(lines).toEqual([
      { time: new Date(1), message: "put on the shelf" },
      { time: new Date(2), message: "dusted" },
    ]);
    const other = { ...stored, type: "shelf:index:Nothing" };
    expect(provider.logs!(call, { prior: other, follow: false })).toBeUndefined();
    expect(provider.stats!(call, { prior: other })).toBeUndefined();
  });

  test("logs end with a diagnostic if the child does", async () => {
    const { provider, call, child, stored } = await open();
    const reading = async () => {
      for await (const { message } of provider.logs!(call, { prior: stored, follow: true })!)
        if (message === "dusted") process.kill(child.pid, "SIGKILL");
    };
    await expect(reading()).rejects.toThrow(/provider\/child-died/);
  });

  test("a cancelled read is told to the child, which says nothing of the object", async () => {
    const { provider, call, stop, stored } = await open();
    stop.abort();
    expect(await provider.read(call, { prior: stored })).toMatchObject({ kind: "rejected" });
  });

  test("nothing any more after its end", async () => {
    const { provider, call, child, stored, folder } = await open();
    breaks(folder, { method: "read", when: "after", does: "crash" });
    const read = () => provider.read(call, { prior: stored });
    expect(await read()).toMatchObject({ kind: "rejected", diagnostics: [{ code: "provider/child-died" }] });
    expect(await read()).toMatchObject({ kind: "rejected", diagnostics: [{ code: "provider/child-died" }] });
    // The request was never sent: certainly nothing has happened.
    expect((await provider.delete(call, { prior: stored, key: "k" })).kind).toBe("failed");
    await provider.close();
    expect(child.end).toMatchObject({ kind: "exited", code: 9 });
  });
});
