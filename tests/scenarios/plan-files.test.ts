import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, describe, expect, test } from "vitest";
import { exitCodeOf } from "../../src/runner/index.js";
import { isDiagnosticError, type Diagnostic } from "../../src/model/index.js";
import { defineProvider } from "../../src/provider/index.js";
import { FakeCloud, fakeProvider, testStack } from "../../src/testing/index.js";
import type { Scenario, Words } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

const folder = mkdtempSync(join(tmpdir(), "coconut-plan-files-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Nothing is asked of the cloud, nothing is written, and scripts see that the plan was refused. */
async function refuses(s: Scenario, file: Uint8Array, code: string): Promise<Diagnostic> {
  const store = await s.store();
  const head = (await store.read()).snapshot.head;
  const since = s.cloud.effects.length;
  const diagnostics = await s.apply({ file }).fails(code);
  expect(s.cloud.effects.slice(since)).toEqual([]);
  expect((await store.read()).snapshot.head).toBe(head);
  expect(exitCodeOf(diagnostics)).toBe(8);
  return diagnostics[0]!;
}

describe("applied in another process, a plan file does what the plan showed", () => {
  scenario("creates, with values that are known after apply", async (s) => {
    s.program(({ bucket, site }) => {
      const logs = bucket("logs");
      return { url: site("www", { bucket: logs.arn }).url };
    });
    const file = await s.plan().file();
    expect(s.cloud.effects).toEqual([]);
    const other = s.beside();
    await other.apply({ file }).succeeds();
    other.story(`
      create bucket logs
      create site www
    `);
    s.cloud.has("site www", { bucket: "arn:bucket-1" });
    expect(await s.outputs()).toEqual({ url: "https://www.test" });
  });

  scenario("updates, replacements of both orders, and deletes", async (s) => {
    s.program(({ bucket, disk, task }) => {
      bucket("moved", { region: "eu" });
      disk("data", { size: 1 });
      task("build", { command: "one" });
      task("old", { command: "gone" });
    });
    await s.apply().succeeds();
    s.program(({ bucket, disk, task }) => {
      bucket("moved", { region: "us" });
      disk("data", { size: 2 });
      task("build", { command: "two" });
    });
    const plan = await s.plan().succeeds();
    const other = s.beside();
    const run = await other.apply({ file: plan.file() }).succeeds();
    expect(run.reports.map(({ step }) => step.id).sort()).toEqual(plan.steps.map(({ id }) => id).sort());
    s.cloud.has("bucket moved", { region: "us" });
    s.cloud.has("disk data", { size: 2 });
    s.cloud.has("task build", { command: "two" });
    expect(s.cloud.objects().some(({ name }) => name === "old")).toBe(false);
  });

  scenario("components, own configurations of a provider, external objects, callbacks", async (s) => {
    const id = s.cloud.adds("bucket shared", { acl: "public" });
    s.program(({ group, account, bucket, task, types, rule }) => {
      const europe = account("europe", { account: "main" });
      const shared = types.Bucket.get("shared", id);
      const web = group("web", (self) => {
        const inner = bucket("inner", { acl: shared.acl }, { parent: self, provider: europe });
        return { arn: inner.arn };
      });
      const index = task("index", { command: (web as unknown as { arn: never }).arn ?? "none" });
      index.name.apply((name) => void rule(`rule-of-${name}`, { port: 80 }));
    });
    const plan = await s.plan().succeeds();
    await s.beside().apply({ file: plan.file() }).succeeds();
    s.cloud.has("bucket inner", { acl: "public" });
    s.cloud.has("rule rule-of-index", { port: 80 });
    const file = await s.plan().file();
    await s.beside().apply({ file }).changesNothing();
  });

  scenario("secrets, which stand nowhere in the file", async (s) => {
    const password = s.secret("the-password-of-the-key");
    s.config({ "cloud:password": password });
    s.program(({ key, rule, coconut }) => {
      const signing = key("signing", { passphrase: coconut.secret(password) });
      rule("use", { port: 80, target: signing.material });
      return { material: signing.material };
    });
    const first = await s.plan().file();
    await s.beside().apply({ file: first }).succeeds();
    s.program(({ key, rule, coconut }) => {
      const signing = key("signing", { passphrase: coconut.secret(password) });
      rule("use", { port: 80, target: coconut.interpolate`${signing.material} again` });
    });
    const second = await s.plan().file();
    for (const bytes of [first, second]) {
      const text = Buffer.from(bytes).toString("latin1");
      for (const canary of [password, "secret-material", "signing", "passphrase"]) {
        expect(text).not.toContain(canary);
        expect(text).not.toContain(Buffer.from(canary).toString("base64").slice(0, 8));
      }
    }
    await s.beside().apply({ file: second }).succeeds();
  });

  scenario("drift as it was seen, though the world has moved on since", async (s) => {
    s.program(({ task }) => task("build", { command: "make" }));
    await s.apply().succeeds();
    s.cloud.drifts("task build", { status: "broken" });
    const file = await s.plan().file();
    s.cloud.drifts("task build", { status: "worse" });
    const other = s.beside();
    await other.apply({ file }).succeeds();
    other.story(`update task build`);
  });

  scenario(
    "what functions answered, without asking them before the plan has proved to be the same",
    async (s) => {
      const id = s.cloud.adds("bucket shared", { acl: "public" });
      s.program(async ({ functions, coconut, task }) => {
        const { acl } = await coconut.invoke(functions.bucketInfo, { id });
        const info = coconut.invokeOutput(functions.bucketInfo, { id, hint: "output" });
        task("plain", { command: String(acl) });
        task("later", { command: info.apply(({ acl, hint }) => `${acl} ${hint}`) });
      });
      const file = await s.plan().file();
      s.cloud.drifts("bucket shared", { acl: "secret" });
      await s.beside().apply({ file, refresh: false }).succeeds();
      s.cloud.has("task plain", { command: "public" });
      s.cloud.has("task later", { command: "public output" });
    },
  );

  scenario("a destroy", async (s) => {
    s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").arn }));
    await s.apply().succeeds();
    const file = await s.plan({ destroy: true }).file();
    const other = s.beside();
    other.program(() => {
      throw new Error("The program is of no use any more.");
    });
    const run = await (await other.stack()).applyFile(file);
    expect(run.ok).toBe(true);
    expect(s.cloud.objects()).toEqual([]);
  });

  scenario("the options of the plan go with it", async (s) => {
    s.program(({ task }) => task("build", { command: "make" }));
    await s.apply().succeeds();
    s.cloud.drifts("task build", { status: "broken" });
    const file = await s.plan({ refresh: false }).file();
    const since = s.cloud.effects.length;
    await s.beside().apply({ file, refresh: false }).changesNothing();
    expect(s.cloud.effects.slice(since)).toEqual([]);
  });

  scenario("only what was targeted", async (s) => {
    s.program(({ bucket }) => {
      bucket("one");
      bucket("two");
    });
    const file = await s.plan({ targets: ["one"] }).file();
    const other = s.beside();
    const run = await (await other.stack()).applyFile(file);
    expect(run.reports.map(({ step }) => step.action)).toEqual(["create"]);
    expect(s.cloud.objects().map(({ name }) => name)).toEqual(["one"]);
  });

  scenario("a plan that only takes what the world has", async (s) => {
    s.program(({ task }) => task("build", { command: "make" }));
    await s.apply().succeeds();
    s.cloud.drifts("task build", { status: "broken" });
    const file = await s.plan({ refreshOnly: true }).file();
    const run = await (await s.beside().stack()).applyFile(file);
    expect(run.ok).toBe(true);
    const [object] = (await s.state()).objects.values();
    expect(object!.stored.outputs["status"]).toBe("broken");
    expect(s.cloud.changes(0)).toHaveLength(1);
  });

  scenario("a resource under another name", async (s) => {
    s.program(({ bucket }) => bucket("old", { name: "logs" }));
    await s.apply().succeeds();
    s.program(({ bucket }) => bucket("new", { name: "logs" }, { aliases: [{ name: "old" }] }));
    const file = await s.plan().file();
    const since = s.cloud.effects.length;
    await s.beside().apply({ file }).succeeds();
    expect(s.cloud.changes(since)).toEqual([]);
    expect([...(await s.state()).resources.values()].map(({ name }) => name)).toEqual(["new"]);
  });

  scenario("what callbacks made for members that were known", async (s) => {
    s.program(({ bucket, task, coconut }) => {
      const logs = bucket("logs", { tags: { a: "1", b: "2" } });
      coconut.forEach(
        logs.name.apply((name) => [`${name}-1`, `${name}-2`]),
        (key: string) => key,
        (_, key) => task(key, { command: "make" }),
      );
    });
    const file = await s.plan().file();
    await s.beside().apply({ file }).succeeds();
    s.cloud.has("task logs-2", { command: "make" });
  });

  scenario("an asset, whose bytes are as they were", async (s) => {
    const path = tasksFromFiles(s, "same.txt", "one");
    s.program(({ task, coconut }) =>
      task("build", { command: "make", source: new coconut.asset.FileAsset(path) } as never),
    );
    const file = await s.plan().file();
    await s.beside().apply({ file }).succeeds();
  });

  scenario(
    "in a store on disk",
    async (s) => {
      s.program(({ bucket }) => bucket("logs"));
      const file = await s.plan().file();
      await s.beside().apply({ file }).succeeds();
      const runs = await (await s.store()).history();
      expect(runs.at(-1)).toMatchObject({
        command: "apply",
        planDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
    },
    { store: "sqlite" },
  );
});

/** Tasks that are made from a file. */
function tasksFromFiles(s: Scenario, name: string, text: string): string {
  const inputs = { name: v.string(), command: v.string(), source: v.optional(v.any()) };
  s.types({ Task: { inputs, constraints: [], equivalent: {} } });
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe("a plan file is refused whole, before anything is called", () => {
  scenario("when it is no plan file: empty, garbage, another document", async (s) => {
    s.program(({ bucket }) => bucket("logs"));
    for (const text of ["", "x", "{}", "coconut map\n{}", "\0".repeat(5000)]) {
      const { detail } = await refuses(s, Buffer.from(text), "engine/plan-file-unreadable");
      expect(detail).toContain(text === "" ? "empty" : "is not a Coconut plan");
    }
    await refuses(s, Buffer.from("coconut plan\n[]\n"), "engine/plan-file-altered");
    await refuses(s, Buffer.from("coconut plan\nnull\n"), "engine/plan-file-altered");
    await refuses(s, Buffer.from(`coconut plan\n${"x".repeat(9000)}`), "engine/plan-file-altered");
  });

  scenario("when its end is missing, wherever it was cut", async (s) => {
    s.program(({ bucket }) => bucket("logs"));
    const file = await s.plan().file();
    for (const length of [1, 5, 12, 13, 14, 60, 200, file.length - 100, file.length - 16, file.length - 1])
      await refuses(s, file.subarray(0, length), "engine/plan-file-truncated");
    await refuses(s, Buffer.concat([file, Buffer.from("x")]), "engine/plan-file-altered");
    await s.beside().apply({ file }).succeeds();
  });

  scenario("when a byte of it was altered, wherever it stands", async (s) => {
    s.program(({ bucket }) => bucket("logs"));
    const file = await s.plan().file();
    const header = Buffer.from(file).indexOf("\n", 13) + 1;
    const places = Array.from({ length: file.length }, (_, place) => place);
    for (const place of places.filter((each) => each < header + 40 || each % 97 === 0)) {
      const altered = Uint8Array.from(file);
      altered[place]! ^= 1;
      const { code } = await refuses(s, altered, await codeOf(s, altered));
      expect(code).toMatch(/^engine\/plan-file-/);
      if (place >= header) expect(code).toBe("engine/plan-file-altered");
    }
    await s.beside().apply({ file }).succeeds();
  });

  scenario("when a newer version wrote it", async (s) => {
    s.program(({ bucket }) => bucket("logs"));
    const text = Buffer.from(await s.plan().file()).toString("latin1");
    const newer = Buffer.from(text.replace('"format":1', '"format":2'), "latin1");
    const { detail } = await refuses(s, newer, "engine/plan-file-newer");
    expect(detail).toContain("format 2");
    await refuses(s, Buffer.from('coconut plan\n{"format":7}\n?'), "engine/plan-file-newer");
  });

  scenario("when the stack has moved", async (s) => {
    s.program(({ bucket }) => bucket("logs"));
    const file = await s.plan().file();
    await s.apply().succeeds();
    await refuses(s.beside(), file, "engine/plan-outdated");
  });

  scenario("when it was used, whatever came of it", async (s) => {
    s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").arn }));
    const file = await s.plan().file();
    s.cloud.refusesOnce("create site www", "QuotaExceeded");
    await s.beside().apply({ file }).fails();
    const { detail } = await refuses(s.beside(), file, "engine/plan-file-used");
    expect(detail).toMatch(/^Run r-.* already applied this plan/);
    const next = await s.plan().file();
    await s.beside().apply({ file: next }).succeeds();
    await refuses(s.beside(), next, "engine/plan-file-used");
  });

  scenario("when its process was killed in the middle", async (s) => {
    s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").arn }));
    const file = await s.plan().file();
    const other = s.beside();
    other.crashAfter("outcome create bucket logs");
    await other.apply({ file }).crashes();
    await refuses(s.beside(), file, "engine/plan-file-used");
    await s.apply().succeeds();
  });

  scenario("when the configuration is another one, by the keys alone", async (s) => {
    const password = s.secret("password-number-two");
    s.program(({ bucket }) => bucket("logs"));
    s.config({ "cloud:account": "main", "cloud:password": "one" });
    const file = await s.plan().file();
    const other = s.beside();
    other.config({ "cloud:account": "main", "cloud:password": password, "shop:new": 1 });
    const { detail } = await refuses(other, file, "engine/plan-file-other-config");
    expect(detail).toContain("cloud:password, shop:new");
    await s.beside().apply({ file }).succeeds();
  });

  scenario("when a provider is there in another version, and before it is connected", async (s) => {
    s.program(({ bucket }) => bucket("logs"));
    await s.apply().succeeds();
    s.program(({ bucket }) => bucket("logs", { acl: "public" }));
    const file = await s.plan().file();
    const other = s.beside();
    other.types({}, "1.1.0");
    const { detail } = await refuses(other, file, "engine/plan-file-other-provider");
    expect(detail).toMatch(/cloud in version 1\.0\.0 of .*the installed version is 1\.1\.0 of/);
    await s.beside().apply({ file }).succeeds();
  });

  scenario("when the code of the program is another, whatever it asks for", async (s) => {
    const program = ({ bucket }: Words) => bucket("logs");
    s.program(program, "one");
    const file = await s.plan().file();
    const other = s.beside();
    other.program(program, "two");
    const { detail } = await refuses(other, file, "engine/plan-file-other-program");
    expect(detail).toContain("The code of the program differs from the code");
    await s.beside().apply({ file }).succeeds();
  });

  scenario("when the program makes more, less, or something else: all of it is listed", async (s) => {
    s.program(({ bucket, task, group }) => {
      bucket("gone");
      bucket("kept", { acl: "private" });
      task("build", { command: "make", retries: 1 }, { ignoreChanges: ["image"] });
      group("web");
    });
    const file = await s.plan().file();
    const other = s.beside();
    other.program(({ bucket, task, group }) => {
      bucket("kept", { acl: "private" });
      bucket("new");
      task("build", { command: "fake", retries: 1 }, { protect: true, retry: { attempts: 3, delay: 1 } });
      group("web");
    });
    const { detail } = await refuses(other, file, "engine/plan-file-other-program");
    const lines = detail
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
    expect(lines).toEqual([
      expect.stringMatching(/^added: .*Bucket::new$/),
      expect.stringMatching(/^changed: .*Task::build$/),
      'options.ignoreChanges: ["image"] -> (none)',
      "options.protect: (none) -> true",
      "options.retry: (none) -> { attempts: 3, delay: 1000 }",
      'inputs.command: "make" -> "fake"',
      expect.stringMatching(/^removed: .*Bucket::gone$/),
    ]);
    await s.beside().apply({ file }).succeeds();
  });

  scenario("when an input comes from the clock", async (s) => {
    let now = 1;
    s.program(({ bucket }) => bucket("logs", { tags: { at: String(now++) } }));
    const { detail } = await refuses(s.beside(), await s.plan().file(), "engine/plan-file-other-program");
    expect(detail).toMatch(/changed: .*Bucket::logs\n +inputs\.tags\.at: "1" -> "\d+"$/);
  });

  scenario("when a secret differs, which is not told", async (s) => {
    const [one, two] = [s.secret("passphrase-one"), s.secret("passphrase-two")];
    let passphrase = one;
    s.program(({ key, coconut }) => key("signing", { passphrase: coconut.secret(passphrase) }));
    const file = await s.plan().file();
    passphrase = two;
    const { detail } = await refuses(s.beside(), file, "engine/plan-file-other-program");
    expect(detail).toMatch(/changed: .*Key::signing\n +inputs\.passphrase: \[secret\] -> \[secret\]$/);
    passphrase = one;
    await s.beside().apply({ file }).succeeds();
  });

  scenario("when a resource depends on the environment", async (s) => {
    let isProduction = false;
    s.program(({ bucket }) => {
      bucket("logs");
      if (isProduction) bucket("archive");
    });
    const file = await s.plan().file();
    isProduction = true;
    const { detail } = await refuses(s.beside(), file, "engine/plan-file-other-program");
    expect(detail).toMatch(/added: .*Bucket::archive$/m);
  });

  scenario("when only the place of a resource or a need differs", async (s) => {
    let inside = false;
    s.program(({ bucket, group, rule }) => {
      const web = group("web");
      const logs = bucket("logs");
      rule("first", { port: 80 }, inside ? { dependsOn: logs } : {});
      rule("second", { port: 81 }, inside ? { parent: web } : {});
    });
    const file = await s.plan().file();
    inside = true;
    const { detail } = await refuses(s.beside(), file, "engine/plan-file-other-program");
    expect(detail).toMatch(/changed: .*Rule::first\n +needs: \[\] -> \["depends-on .*Bucket::logs"\]/);
    expect(detail).toMatch(/removed: .*Rule::second$/m);
  });

  scenario("when only an output of the stack differs", async (s) => {
    let now = 1;
    s.program(({ bucket }) => ({ arn: bucket("logs").arn, at: now++ }));
    const { detail } = await refuses(s.beside(), await s.plan().file(), "engine/plan-file-other-outputs");
    expect(detail).toContain("Outputs of the stack differ from the plan: at.");
  });

  scenario("when an external object is another one", async (s) => {
    const ids = [s.cloud.adds("bucket one"), s.cloud.adds("bucket two")];
    s.program(({ types, task }) => task("use", { command: types.Bucket.get("shared", ids[0]!).acl }));
    const file = await s.plan().file();
    ids.reverse();
    const { detail } = await refuses(s.beside(), file, "engine/plan-file-other-program");
    expect(detail).toMatch(/different provider call: lookup of .*Bucket::shared/);
  });

  scenario("when a function is asked something else", async (s) => {
    let id = s.cloud.adds("bucket shared", { acl: "public" });
    s.program(async ({ functions, coconut, bucket }) => {
      const { acl } = await coconut.invoke(functions.bucketInfo, { id });
      bucket(`copy-${String(acl)}`);
    });
    const file = await s.plan().file();
    id = "bucket-99";
    await refuses(s.beside(), file, "engine/plan-file-other-program");
  });

  scenario("when the bytes of an asset changed", async (s) => {
    const path = tasksFromFiles(s, "moved.txt", "one");
    s.program(({ task, coconut }) =>
      task("build", { command: "make", source: new coconut.asset.FileAsset(path) } as never),
    );
    const file = await s.plan().file();
    writeFileSync(path, "two");
    const { detail } = await refuses(s.beside(), file, "engine/plan-file-other-program");
    expect(detail).toMatch(/ inputs\.source: .+ -> .+/);
  });

  scenario("when the program does not come to its end any more, with its own reason beside", async (s) => {
    s.program(({ bucket }) => bucket("logs"));
    const file = await s.plan().file();
    const other = s.beside();
    other.program(() => {
      throw new Error("no database");
    });
    await refuses(other, file, "engine/plan-file-other-program");
    await refuses(other, file, "program/failed");
  });
});

async function codeOf(s: Scenario, file: Uint8Array): Promise<string> {
  const found = await (await s.stack()).applyFile(file).then(
    () => undefined,
    (error: unknown) => (isDiagnosticError(error) ? error.diagnostics[0]!.code : undefined),
  );
  return found ?? "it was applied";
}

test("a plan of another stack is refused, and says of which; also of a namesake", async () => {
  const cloud = new FakeCloud();
  const { types } = fakeProvider(cloud);
  const program = () => void new types.Bucket("logs", { name: "logs" });
  const dev = await testStack(program, { stack: "dev" });
  const others = [await testStack(program, { stack: "prod" }), await testStack(program, { stack: "dev" })];
  const file = (await dev.plan()).file();
  const details: string[] = [];
  for (const other of others) {
    await expect(other.applyFile(file)).rejects.toThrow("engine/plan-file-other-stack");
    await other.applyFile(file).catch((error: Error) => details.push(error.message));
  }
  expect(details[0]).toContain('made for stack "dev" of project "project"; this is stack "prod"');
  expect(details[1]).toContain("a different stack with the same name");
  expect(cloud.effects).toEqual([]);
  expect((await dev.applyFile(file)).ok).toBe(true);
});

test("providers are not even connected before the plan has proved to be the same", async () => {
  let connected = 0;
  const disk = defineProvider({ package: "disk", version: "1.0.0", connect: () => ++connected });
  const File = disk.resource("index:File", {
    inputs: { text: v.string() },
    outputs: { size: v.number() },
    create: async ({ inputs: { text } }) => ({ id: text, outputs: { size: text.length } }),
    read: async () => null,
    update: async ({ inputs: { text } }) => ({ size: text.length }),
    delete: async () => {},
  });
  let text = "one";
  const stack = await testStack(() => void new File("a", { text }));
  const file = (await stack.plan()).file();
  expect(connected).toBe(1);
  text = "two";
  await expect(stack.applyFile(file)).rejects.toThrow("engine/plan-file-other-program");
  expect(connected).toBe(1);
  text = "one";
  expect((await stack.applyFile(file)).ok).toBe(true);
  expect(connected).toBe(2);
});

scenario("a plan that had to look at what was cut off is not saved, and says how to settle it", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  s.crashAfter("intent create bucket logs");
  await s.apply().crashes();
  const plan = await s.plan().succeeds();
  expect(() => plan.file()).toThrow("engine/plan-file-interrupted");
  expect(() => plan.file()).toThrow(/Bucket::logs[^]*coco refresh/);
  await s.refresh().succeeds();
  await s
    .beside()
    .apply({ file: await s.plan().file() })
    .succeeds();
});

scenario("a plan that was not made to be saved can only be applied", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  const plan = await (await s.stack()).plan({ savable: false });
  expect(() => plan.file()).toThrow("engine/plan-not-savable");
  await plan.apply();
  await s.plan().succeeds();
  s.cloud.has("bucket logs");
});

scenario("a plan can be saved and then applied as it stands here", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  const plan = await s.plan().succeeds();
  const file = plan.file();
  expect(Buffer.from(plan.file())).toEqual(Buffer.from(file));
  await s.apply({ plan }).succeeds();
  await refuses(s.beside(), file, "engine/plan-outdated");
});
