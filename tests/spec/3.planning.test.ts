import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as coconut from "@coconut/coconut";
import { defineProvider, exactlyOneOf } from "@coconut/coconut/provider";
import * as v from "valibot";
import { expect } from "vitest";
import { Disk, diskPackage, fileHooks } from "./disk.js";
import { spec } from "./ledger.js";
import { actionsIn, openStack, refusalOf } from "./open-stack.js";

/** A file that is made, drifts, and is updated; with what `update` was given. */
async function updated(observe: (call: UpdateCall) => unknown): Promise<unknown> {
  const disk = new Disk();
  let seen: unknown;
  const { File } = diskPackage(
    {
      update: async (call) => {
        seen = observe(call);
        return fileHooks(disk).update(call);
      },
    },
    disk,
  );
  let content = "one";
  const stack = await openStack(() => {
    const first = new File("first", { path: "first.txt", content: "12345" });
    new File("a", { path: "a.txt", content: coconut.interpolate`${first.size} ${content}`, token: "t" });
  });
  await stack.apply();
  disk.files.set("a.txt", "changed by hand");
  content = "two";
  const run = await stack.apply();
  expect(run.diagnostics).toEqual([]);
  return seen;
}

type UpdateCall = Parameters<ReturnType<typeof fileHooks>["update"]>[0];

spec("3.16", async () => {
  expect(await updated(({ prior }) => prior.inputs)).toEqual({
    path: "a.txt",
    content: "5 one",
    token: "t",
  });
});

spec("3.17", async () => {
  expect(await updated(({ prior }) => prior.outputs)).toMatchObject({ size: 5, etag: "etag of 5 one" });
});

spec("3.18", async () => {
  expect(await updated(({ prior }) => prior.observed)).toMatchObject({
    size: 15,
    etag: "etag of changed by hand",
  });
});

spec("3.19", async () => {
  const fields = ["path", "content", "token"] as const;
  expect(await updated(({ changed }) => fields.filter(changed))).toEqual(["content"]);
});

spec("3.20", async () => {
  const { disk, File } = diskPackage();
  let path = "a.txt";
  const stack = await openStack(() => void new File("a", { path, content: "kept" }));
  await stack.apply();
  path = "b.txt";
  const plan = await stack.plan();
  expect(plan.changes[0]).toMatchObject({
    action: "replace",
    reasons: [{ kind: "fields", fields: [{ path: "path", replaces: true }] }],
  });
  disk.took();
  await plan.apply();
  expect(disk.took()).toEqual(["create b.txt", "delete a.txt"]);
});

spec("3.21", async () => {
  const { disk, File } = diskPackage();
  const args = { path: "a.txt", content: "", token: "" };
  const stack = await openStack(() => void new File("a", args));
  await stack.apply();
  for (const change of [{ content: "new" }, { token: "new" }, { content: "newer", token: "newer" }]) {
    Object.assign(args, change);
    const plan = await stack.plan();
    expect(actionsIn(plan)).toEqual({ a: "update" });
    disk.took();
    await plan.apply();
    expect(disk.took()).toEqual(["update a.txt"]);
  }
});

spec("3.22", async () => {
  const disk = new Disk();
  disk.files.set("/srv", "a folder");
  const { File } = diskPackage(
    {
      validate: async ({ config, client, inputs }) =>
        client.files.has(config.root) ? undefined : `${inputs.path}: there is no ${config.root}`,
    },
    disk,
  );
  const program = () => void new File("a", { path: "a.txt" });
  const good = await openStack(program, { config: { "disk:root": "/srv" } });
  expect((await good.apply()).ok).toBe(true);
  const bad = await openStack(program, { config: { "disk:root": "/nowhere" } });
  expect(await refusalOf(bad.plan())).toContain("a.txt: there is no /nowhere");
});

/** The package with a `validate` that is logged with all others, and refuses what `refuses` says. */
function validating(refuses = (_path: string) => false, more: Parameters<typeof diskPackage>[0] = {}) {
  const disk = new Disk();
  return diskPackage(
    {
      ...more,
      validate: async ({ inputs: { path, content } }) => {
        disk.calls.push(`validate ${path} ${content}`);
        return refuses(path) ? "refused" : undefined;
      },
    },
    disk,
  );
}

spec("3.23", async () => {
  const { disk, File } = validating();
  let args: { path: string; content?: string } = { path: "a.txt" };
  const stack = await openStack(() => void new File("a", args));
  const performed = async () => {
    const plan = await stack.plan();
    disk.took();
    await plan.apply();
    return disk.took();
  };
  expect(await performed()).toEqual(["validate a.txt ", "create a.txt"]);
  args = { path: "a.txt", content: "new" };
  expect(await performed()).toEqual(["validate a.txt new", "update a.txt"]);
  args = { path: "b.txt", content: "new" };
  expect(await performed()).toEqual(["validate b.txt new", "create b.txt", "delete a.txt"]);
});

spec("3.24", async () => {
  let isRefused = false;
  const { disk, File } = validating((path) => isRefused && path === "b-5.txt", {
    replaceOrder: "delete-first",
    modifyPlan: ({ change, unknown }) => {
      if (change("content") !== "same") unknown("size");
    },
  });
  let suffix = "";
  const stack = await openStack(() => {
    const first = new File("first", { path: "first.txt", content: suffix === "" ? "" : "12345" });
    new File("a", { path: suffix === "" ? "a.txt" : coconut.interpolate`b-${first.size}${suffix}` });
  });
  await stack.apply();
  // Known at plan: refused there. Known only when the first file has been updated: before the delete.
  suffix = ".txt";
  isRefused = true;
  disk.took();
  const run = await stack.apply();
  expect(run.ok).toBe(false);
  expect(disk.files.has("a.txt")).toBe(true);
  expect(disk.took().filter((call) => call.startsWith("delete"))).toEqual([]);

  isRefused = false;
  expect((await stack.apply()).diagnostics).toEqual([]);
  const calls = disk.took().filter((call) => !/^(connect|read) /.test(call));
  expect(calls.indexOf("validate b-5.txt ")).toBeLessThan(calls.indexOf("delete a.txt"));
  expect(calls.filter((call) => !call.startsWith("validate")).slice(-2)).toEqual([
    "delete a.txt",
    "create b-5.txt",
  ]);
});

spec("3.25", async () => {
  const { disk, File } = validating();
  const stack = await openStack(() => {
    const first = new File("first", { path: "first.txt" });
    new File("a", { path: "a.txt", content: first.etag });
  });
  await stack.apply();
  disk.took();
  expect((await stack.apply()).summary).toEqual({});
  await stack.plan();
  await stack.destroy();
  expect(disk.took().filter((call) => call.startsWith("validate"))).toEqual([]);
});

spec("3.26", async () => {
  const calls: string[] = [];
  const provider = defineProvider({ package: "net", version: "1.0.0" });
  const Port = provider.resource("index:Port", {
    inputs: {
      number: v.pipe(v.number(), v.maxValue(65_535)),
      protocol: v.optional(v.picklist(["tcp", "udp"]), "tcp"),
      host: v.optional(v.string()),
      address: v.optional(v.string()),
    },
    outputs: {},
    constraints: [exactlyOneOf("host", "address")],
    validate: async () => void calls.push("validate"),
    create: async ({ inputs }) => {
      calls.push(`create ${inputs.protocol}`);
      return { id: "1", outputs: {} };
    },
    read: async () => ({}),
    update: async () => ({}),
    delete: async () => {},
  });
  let args: { number: number; host?: string; address?: string } = { number: 99_999 };
  const stack = await openStack(() => void new Port("a", args));
  const refusal = await refusalOf(stack.plan());
  expect(refusal).toContain("number");
  expect(refusal).toContain("host");
  args = { number: 80, host: "h", address: "a" };
  expect(await refusalOf(stack.plan())).toContain("address");
  expect(calls).toEqual([]);
  args = { number: 80, host: "h" };
  await stack.apply();
  expect(calls.at(-1)).toBe("create tcp");
});

spec("3.27", async () => {
  const { disk, File } = validating((path) => path === "copy-5.txt");
  const stack = await openStack(() => {
    const first = new File("first", { path: "first.txt", content: "12345" });
    new File("copy", { path: coconut.interpolate`copy-${first.size}.txt` });
  });
  const plan = await stack.plan();
  expect(actionsIn(plan)).toEqual({ first: "create", copy: "create" });
  disk.took();
  const run = await plan.apply();
  expect(disk.took()).toEqual(["validate first.txt 12345", "create first.txt", "validate copy-5.txt "]);
  expect(run.diagnostics).toMatchObject([{ code: "provider/invalid-input" }]);
  expect(run.summary).toEqual({ create: 1, failed: 1 });
});

spec("3.28", async () => {
  const sameCase = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const { File } = diskPackage({ equivalent: { content: sameCase } });
  let content = "Hello";
  const stack = await openStack(() => void new File("a", { path: "a.txt", content }));
  await stack.apply();
  content = "hello";
  expect(actionsIn(await stack.plan())["a"]).not.toBe("update");
  content = "good bye";
  expect(actionsIn(await stack.plan())).toEqual({ a: "update" });
});

function nameOf(identifier: string): string {
  return identifier.startsWith("arn:") ? identifier.slice(identifier.lastIndexOf(":") + 1) : identifier;
}

spec("3.29", async () => {
  const lambda = defineProvider({ package: "lambda", version: "1.0.0" });
  const updates: string[] = [];
  const Alias = lambda.resource("index:Alias", {
    inputs: { functionName: v.string() },
    outputs: {},
    equivalent: { functionName: (prior, current) => nameOf(prior) === nameOf(current) },
    create: async () => ({ id: "alias", outputs: {} }),
    read: async () => ({}),
    update: async ({ inputs }) => {
      updates.push(inputs.functionName);
      return {};
    },
    delete: async () => {},
  });
  let functionName = "resize";
  const stack = await openStack(() => void new Alias("a", { functionName }));
  for (const identifier of ["resize", "arn:aws:lambda:eu:1:function:resize", "resize", "rotate"]) {
    functionName = identifier;
    expect((await stack.apply()).ok).toBe(true);
  }
  expect(updates).toEqual(["rotate"]);
});

spec("3.30", async () => {
  const seen: unknown[] = [];
  const { File } = diskPackage({
    equivalent: {
      content: (prior, current, all) => {
        seen.push([prior, current, all.prior.path, all.current.path]);
        return false;
      },
    },
  });
  let args = { path: "a.txt", content: "one", token: "t" };
  const stack = await openStack(() => void new File("a", args));
  await stack.apply();
  args = { path: "b.txt", content: "one", token: "u" };
  await stack.plan();
  expect(seen).toEqual([]);
  args = { ...args, content: "two" };
  await stack.plan();
  expect(seen[0]).toEqual(["one", "two", "a.txt", "b.txt"]);
});

/** A type with an asset, whose file can change between plan and apply. */
async function uploads(isEquivalent: boolean) {
  const folder = await mkdtemp(join(tmpdir(), "coconut-spec-"));
  const file = join(folder, "page.html");
  const calls: string[] = [];
  const provider = defineProvider({ package: "web", version: "1.0.0" });
  const hooks = {
    inputs: { source: v.any(), path: v.optional(v.string(), "/") },
    outputs: {},
    create: async () => {
      calls.push("create");
      return { id: "page", outputs: {} };
    },
    read: async () => ({}),
    update: async () => {
      calls.push("update");
      return {};
    },
    delete: async () => void calls.push("delete"),
  };
  const Page = provider.resource("index:Page", {
    ...hooks,
    replaceOn: ["path"],
    equivalent: {
      path: (a, b) => isEquivalent && a.toLowerCase() === b.toLowerCase(),
      source: () => isEquivalent,
    },
  });
  return { folder, file, calls, Page };
}

spec("3.31", async () => {
  const { folder, file, calls, Page } = await uploads(true);
  await writeFile(file, "one");
  let path = "/Home";
  const stack = await openStack(
    () => void new Page("a", { source: new coconut.asset.FileAsset(file), path }),
  );
  await stack.apply();
  calls.length = 0;
  await writeFile(file, "two");
  const updating = await stack.plan();
  expect(actionsIn(updating)).toEqual({ a: "record" });
  path = "/home";
  expect(actionsIn(await stack.plan())).toEqual({ a: "record" });
  await stack.destroy();

  calls.length = 0;
  const creating = await stack.plan();
  await writeFile(file, "three");
  const run = await creating.apply();
  expect(run.diagnostics).toEqual([]);
  expect(calls).toEqual(["create"]);
  await rm(folder, { recursive: true });
});

spec("3.32", async () => {
  const { folder, file, calls, Page } = await uploads(false);
  let isSecret = false;
  const stack = await openStack(() => {
    const source = new coconut.asset.FileAsset(file);
    new Page("a", { source: isSecret ? coconut.secret(source) : source });
  });
  for (const secret of [false, true]) {
    isSecret = secret;
    await writeFile(file, "one");
    const plan = await stack.plan();
    await writeFile(file, "two");
    const { ok, diagnostics, summary } = await plan.apply();
    expect({ ok, summary }).toEqual({ ok: false, summary: { failed: 1 } });
    expect(diagnostics).toMatchObject([{ code: "engine/premise" }]);
    const shown = diagnostics[0]!.detail.split("\n").filter((line) => line.includes(" -> "));
    expect(shown.length).toBe(1);
    if (secret) expect(shown[0]).toBe("  source: [secret] -> [secret]");
    else expect(shown[0]).toMatch(/^ {2}source: .*7692c3ad.* -> .*3fc4ccfe/);
  }
  expect(calls).toEqual([]);
  await rm(folder, { recursive: true });
});

spec("3.33", async () => {
  const { disk, File } = diskPackage({
    equivalent: { content: (a, b) => a.toLowerCase() === b.toLowerCase() },
  });
  let content = "Hello";
  const stack = await openStack(() => void new File("a", { path: "a.txt", content }));
  await stack.apply();
  content = "hello";
  disk.took();
  const run = await stack.apply();
  expect(run).toMatchObject({ ok: true, summary: { record: 1 } });
  expect(disk.took()).toEqual(["connect /", "read a.txt"]);
  const [object] = (await stack.snapshot()).objects.values();
  expect(object!.stored.inputs).toMatchObject({ content: "hello" });
  expect(actionsIn(await stack.plan())).toEqual({ a: "same" });
});
