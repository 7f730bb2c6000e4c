import { afterEach, describe, expect, test } from "vitest";
import { importStack, stackHistory } from "../../src/operations/index.js";
import { openStack, type Stack } from "../../src/operations/stack/index.js";
import { DiagnosticError } from "../../src/model/index.js";
import {
  asset,
  ComponentResource,
  CustomResource,
  forEach,
  output,
  secret,
  type ResourceOptions,
} from "../../src/sdk/index.js";
import { creation, sampleMachine } from "../../src/store/conformance/index.js";
import { openStore, type Store } from "../../src/store/internal.js";
import { FakeCloud, fakeProvider, type FakeTypes } from "../../src/testing/index.js";
import { PluginKind, PluginWorld, recordOf } from "../support/plugin-kind.js";

class Group extends ComponentResource {
  constructor(name: string, fill: (group: Group) => object, options?: ResourceOptions) {
    super("shop:web:Group", name, {}, options);
    this.registerOutputs(fill(this));
  }
}

/** Everything that a state can hold which an export has to say somehow. */
function everything(types: FakeTypes, shared: string): object {
  const account = new types.CloudProvider("other", { account: "second", password: secret("hunter1") });
  const logs = new types.Bucket("logs", { name: "logs", tags: { a: "1" } }, { protect: true });
  const group = new Group("web", (parent) => {
    const site = new types.Site("front", { name: "front", bucket: logs.id, title: "Shop" }, { parent });
    return { url: site.url };
  });
  const key = new types.Key(
    "key",
    { name: "key", passphrase: secret("hunter2") },
    { dependsOn: [logs], ignoreChanges: ["bits"], additionalSecretOutputs: ["fingerprint"] },
  );
  new types.Bucket(
    "far",
    { name: "far", acl: key.fingerprint, tags: { site: "front" } },
    {
      provider: account,
      retainOnDelete: false,
      customTimeouts: { delete: 1234 },
      replaceTrigger: secret("t"),
    },
  );
  new types.Bucket(
    "backup",
    { name: "backup" },
    { deletedWith: logs, replaceWith: [key], dependsOn: [group] },
  );
  types.Bucket.get("shared", shared);
  forEach(
    output(["a", "b"]),
    (zone) => zone,
    (zone, key) => void new types.Bucket(`zone-${key}`, { name: "zone", region: zone }),
  );
  return {
    url: logs.arn,
    reference: logs,
    word: secret({ deep: [1, secret("hunter3")] }),
    text: new asset.TextAsset("hello"),
    odd: [Number.NaN, -0, null, { ["__proto__"]: 1 }],
  };
}

class Exchange {
  readonly cloud = new FakeCloud();
  readonly provider = fakeProvider(this.cloud);
  readonly ports = sampleMachine().process(1);
  readonly #shared = this.cloud.adds("bucket shared", { region: "eu" });
  readonly #opened: Stack[] = [];
  readonly program = (): unknown => everything(this.provider.types, this.#shared);
  store!: Store;

  static async make(): Promise<Exchange> {
    const made = new Exchange();
    made.store = await openStore("memory:", made.ports);
    return made;
  }

  place(name: string) {
    return { project: "shop", name, store: this.store, ports: this.ports, actor: "ana" };
  }

  async stack(name: string, program = this.program): Promise<Stack> {
    const stack = await openStack({ ...this.place(name), program, providers: [this.provider.provider] });
    this.#opened.push(stack);
    return stack;
  }

  async applied(name: string, program = this.program): Promise<Stack> {
    const stack = await this.stack(name, program);
    const { ok, diagnostics } = await stack.apply();
    if (!ok) throw new Error(JSON.stringify(diagnostics));
    return stack;
  }

  async close(): Promise<void> {
    for (const stack of this.#opened) await stack.close();
  }
}

let exchange: Exchange;
afterEach(() => exchange.close());

/** The fake provider is a module of this repository, which is the project, and its files do not name it. */
const allowed = { allowModules: true };

async function refused(work: Promise<unknown>): Promise<DiagnosticError["diagnostics"]> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DiagnosticError);
  return (error as DiagnosticError).diagnostics;
}

describe("export and import", () => {
  test("the bytes of providers come back as they were, and are sealed on the way", async () => {
    exchange = await Exchange.make();
    const dev = await exchange.applied("dev");
    const opaque = Buffer.from([0, 255, 254, 10, 13, 0]).toString("base64");
    const store = await exchange.store.open({ project: "shop", name: "dev" }, { create: false });
    const run = await store.begin({ command: "test", actor: "ana" });
    const objects = [...run.snapshot.objects.values()].filter((row) => row.package !== undefined);
    const changes = objects.map((row) => ({
      put: "object" as const,
      row: { ...row, stored: { ...row.stored, opaque } },
    }));
    await run.append({ event: { kind: "recorded", what: "bytes" }, changes });
    await run.end("succeeded", {});
    await store.close();

    const sealed = JSON.stringify(await dev.export());
    expect(sealed).not.toContain(opaque);
    await importStack(exchange.place("copy"), sealed, allowed);
    const copied = [...(await (await exchange.stack("copy")).snapshot()).objects.values()];
    const bytes = copied.filter((row) => row.package !== undefined).map(({ stored }) => stored.opaque);
    expect(bytes).toHaveLength(objects.length);
    expect(new Set(bytes)).toEqual(new Set([opaque]));
  });

  test("a stack that was exported and imported under another name needs nothing done", async () => {
    exchange = await Exchange.make();
    const dev = await exchange.applied("dev");
    const sealed = JSON.stringify(await dev.export());
    expect(sealed).not.toMatch(/hunter|secret-material/);
    expect(await importStack(exchange.place("copy"), sealed, allowed)).toMatchObject({
      stack: "copy",
      resources: 10,
      replaced: 0,
      warnings: [],
    });
    const copy = await exchange.stack("copy");
    const plan = await copy.plan();
    expect(plan.isEmpty).toBe(true);
    expect(new Set(plan.changes.map(({ action }) => action))).toEqual(new Set(["same", "read"]));
    expect((await copy.history()).at(-1)).toMatchObject({
      command: "stack import",
      summary: { import: 10 },
    });

    const plain = (file: object, stack: string) =>
      JSON.stringify(file)
        .replaceAll(`urn:pulumi:${stack}`, "urn:pulumi:dev")
        .replaceAll(`shop-${stack}`, "shop-dev")
        .replaceAll(/"time":"[^"]*"|0000-4000-8000-\d+/g, "");
    const before = plain(await dev.export({ showSecrets: true }), "dev");
    expect(plain(await copy.export({ showSecrets: true }), "copy")).toBe(before);
    expect(before).toContain("hunter3");
    // References among the outputs too.
    expect(JSON.stringify(await copy.export({ showSecrets: true }))).not.toContain("urn:pulumi:dev");
  });

  test("secrets come along with the key of their stack, or in the open; else nothing is taken", async () => {
    exchange = await Exchange.make();
    const dev = await exchange.applied("dev");
    const sealed = JSON.stringify(await dev.export());
    const elsewhere = await openStore("memory:", exchange.ports);
    const other = { ...exchange.place("copy"), store: elsewhere };
    const [found] = await refused(importStack(other, sealed, allowed));
    expect(found).toMatchObject({ code: "state/deployment-secret", path: "resources[0].outputs.word" });
    expect(found!.detail).toContain("the key of the stack dev");
    expect(await elsewhere.list()).toEqual([]);
    const plain = JSON.stringify(await dev.export({ showSecrets: true }));
    expect(await importStack(other, plain, allowed)).toMatchObject({ resources: 10 });
  });

  test("a stack that has resources is replaced only if that is meant, and in one record", async () => {
    exchange = await Exchange.make();
    const dev = await exchange.applied("dev");
    const file = JSON.stringify(await dev.export());
    const target = await exchange.applied("target", () => {
      new exchange.provider.types.Bucket("mine", { name: "mine" });
    });
    const before = await target.snapshot();
    const [found] = await refused(importStack(exchange.place("target"), file, allowed));
    expect(found).toMatchObject({ code: "engine/stack-not-empty" });
    expect((await target.snapshot()).resources).toEqual(before.resources);

    const ended = await importStack(exchange.place("target"), file, { ...allowed, force: true });
    expect(ended).toMatchObject({ resources: 10, replaced: 1 });
    const store = await exchange.store.open({ project: "shop", name: "target" }, { create: false });
    const records = (await store.journal()).filter(({ event }) => event.kind === "recorded");
    expect(records.at(-1)!.changes.length).toBe(2 + 20 + 2);
    expect(await store.verify()).toEqual([]);
    expect((await stackHistory(store, { changes: true, limit: 1 }))[0]).toMatchObject({
      command: "stack import",
      result: "succeeded",
    });
    expect((await (await exchange.stack("target")).plan()).isEmpty).toBe(true);
  });

  test("a stack in which an operation was cut off is not replaced, also if that is meant", async () => {
    exchange = await Exchange.make();
    const file = JSON.stringify(await (await exchange.applied("dev")).export());
    const store = await exchange.store.open({ project: "shop", name: "target" }, { create: true });
    const run = await store.begin({ command: "apply", actor: "ben" });
    const [intent] = creation(run.nextRid());
    await run.append(intent);
    await run.end("failed", {});
    const [found] = await refused(importStack(exchange.place("target"), file, { ...allowed, force: true }));
    expect(found).toMatchObject({ code: "engine/uncertain" });
    expect((await store.read()).snapshot.open.size).toBe(1);
    await store.close();
  });

  test("a file with a mistake changes nothing, and makes no stack", async () => {
    exchange = await Exchange.make();
    const dev = await exchange.applied("dev");
    const file = JSON.stringify(await dev.export()).replace(
      '"type":"cloud:index:Key"',
      '"type":"cloud:index:Kee"',
    );
    const [found] = await refused(importStack(exchange.place("copy"), file, allowed));
    expect(found).toMatchObject({ code: "state/deployment-entry" });
    expect(found!.path).toMatch(/^resources\[\d+\]\.type$/);
    expect(await exchange.store.list()).toEqual([{ project: "shop", name: "dev" }]);
  });

  test.each<[what: string, mistake: (entries: Entries) => void, path: RegExp]>([
    [
      "one global id twice",
      (entries) => {
        for (const entry of entries.slice(-2)) entry["coconut"] = { ...entry["coconut"], globalId: "g" };
      },
      /^resources\[\d+\]\.coconut\.globalId$/,
    ],
    [
      "a baseline that is no object",
      (entries) => {
        const last = entries.at(-1)!;
        last["coconut"] = { ...last["coconut"], baseline: 5 };
      },
      /^resources\[\d+\]\.coconut\.baseline$/,
    ],
  ])("a file with %s changes nothing, and makes no stack", async (_, mistake, path) => {
    exchange = await Exchange.make();
    const dev = await exchange.applied("dev");
    const file = JSON.parse(JSON.stringify(await dev.export())) as { deployment: { resources: Entries } };
    mistake(file.deployment.resources);
    const [found] = await refused(importStack(exchange.place("copy"), JSON.stringify(file), allowed));
    expect(found).toMatchObject({ code: "state/deployment-entry" });
    expect(found!.path).toMatch(path);
    expect(await exchange.store.list()).toEqual([{ project: "shop", name: "dev" }]);
  });
});

describe("the code of what another tool's file brings", () => {
  const foreign = (type: string) => {
    const urn = (of: string, name: string) => `urn:pulumi:prod::shop::${of}::${name}`;
    const resources = [
      { type: "pulumi:pulumi:Stack", urn: urn("pulumi:pulumi:Stack", "shop-prod"), custom: false },
      { type, urn: urn(type, "thing"), custom: true, id: "1", inputs: {} },
    ];
    return JSON.stringify({ version: 3, deployment: { manifest: {}, resources } });
  };

  test("is not chosen where nobody has it: the package is recorded by its name", async () => {
    exchange = await Exchange.make();
    const taken = await importStack(exchange.place("prod"), foreign("aws:s3/bucket:Bucket"));
    expect(taken).toMatchObject({ resources: 1, modules: [] });
    expect(taken.warnings.map(({ code }) => code)).toEqual(["state/deployment-left-out"]);
  });

  test("is what the project knows by the name of the package", async () => {
    exchange = await Exchange.make();
    const taken = await importStack(exchange.place("prod"), foreign("random:index/pet:Pet"));
    expect(taken.modules).toMatchObject([
      { package: "random", module: "@coconut/coconut", namedBy: "project" },
    ]);
  });

  test.each(["../outside:index:Thing", "/tmp/outside:index:Thing", "./package.json:index:Thing"])(
    "is never a path that its type begins with: %s",
    async (type) => {
      exchange = await Exchange.make();
      const found = await refused(importStack(exchange.place("prod"), foreign(type)));
      expect([
        "provider/module-outside-project",
        "engine/import-modules",
        "state/deployment-entry",
      ]).toContain(found[0]!.code);
      expect(await exchange.store.list()).toEqual([]);
    },
  );
});

type Entries = Record<string, object>[];

describe("a package that is a plugin", () => {
  class Part extends CustomResource {
    constructor(name: string, args: object, options?: ResourceOptions) {
      super("plug:Part", name, { name, ...args }, options);
    }
  }
  const program = () => {
    new Part("old", { size: 1 }, { version: "1.0.0" });
    new Part("new", { size: 1 }, { version: "2.0.0" });
  };

  async function exported() {
    exchange = await Exchange.make();
    const kind = new PluginKind(new PluginWorld(exchange.cloud));
    const open = (name: string) => openStack({ ...exchange.place(name), program, kinds: [kind] });
    const stack = await open("dev");
    expect((await stack.apply()).ok).toBe(true);
    const file = await stack.export();
    await stack.close();
    return { kind, open, text: JSON.stringify(file) };
  }

  test("is the same after an export and an import", async () => {
    const { kind, open, text } = await exported();
    await importStack(exchange.place("copy"), text, { allowModules: true, kinds: [kind] });
    const copy = await open("copy");
    const records = [...(await copy.snapshot()).objects.values()].map((each) => each.package);
    expect(records).toEqual([recordOf("1.0.0"), recordOf("2.0.0")]);
    expect((await copy.plan()).changes.every(({ action }) => action === "same")).toBe(true);
    await copy.close();
  });

  test("keeps what it was parameterized with", async () => {
    const { kind, open, text } = await exported();
    const parameterized: unknown = JSON.parse(text, (key, value: { readonly version?: string }) =>
      key === "plugin" && value.version === "1.0.0" ? recordOf("1.0.0", "eyJhIjoxfQ==").plugin : value,
    );
    const changed = JSON.stringify(parameterized);
    await importStack(exchange.place("copy"), changed, { allowModules: true, kinds: [kind] });
    const copy = await open("copy");
    const records = [...(await copy.snapshot()).objects.values()].map((each) => each.package);
    expect(records).toEqual([recordOf("1.0.0", "eyJhIjoxfQ=="), recordOf("2.0.0")]);
    await copy.close();
  });

  test("is not chosen by a file", async () => {
    const { kind, text } = await exported();
    const [diagnostic] = await refused(importStack(exchange.place("copy"), text, { kinds: [kind] }));
    expect(diagnostic).toMatchObject({ code: "engine/import-modules" });
    for (const version of ["1.0.0", "2.0.0"])
      expect(diagnostic!.detail).toContain(
        `plug: test-plugin:registry.test/acme/plug (test-plugin plugin, registry.test/acme/plug ${version})`,
      );
    expect(await exchange.store.exists({ project: "shop", name: "copy" })).toBe(false);
    kind.named.add("registry.test/acme/plug");
    const { modules } = await importStack(exchange.place("copy"), text, { kinds: [kind] });
    expect(modules).toMatchObject([
      { package: "plug", namedBy: "project", plugin: { version: "1.0.0" } },
      { package: "plug", namedBy: "project", plugin: { version: "2.0.0" } },
    ]);
  });

  test("is refused, even if the user accepts it, where its kind is not there", async () => {
    const { text } = await exported();
    const diagnostics = await refused(importStack(exchange.place("copy"), text, allowed));
    expect(diagnostics.map(({ code }) => code)).toEqual(["provider/unknown-kind", "provider/unknown-kind"]);
    expect(diagnostics[0]!.detail).toContain("The file records package plug as a plugin");
  });
});
