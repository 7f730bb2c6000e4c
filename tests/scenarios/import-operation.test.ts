import { compileFunction } from "node:vm";
import { expect } from "vitest";
import type { Cloud } from "../../src/testing/cloud/index.js";
import type { Scenario, Words } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

async function objectOf(s: Scenario, name: string) {
  const { resources, objects } = await s.state();
  const row = [...resources.values()].find((each) => each.name === name);
  return { row, object: [...objects.values()].find(({ rid }) => rid === row?.rid) };
}

const bucketType = "cloud:index:Bucket";

/** What the code that was printed does when it is pasted into a program. */
function pasted(code: string) {
  const body = code.replaceAll(/^import .*$/gm, "");
  const run = compileFunction(body, ["coconut", "Bucket", "Key", "Site", "web", "own"]);
  return ({ coconut, types }: Words, web?: unknown, own?: unknown) =>
    run(coconut, types.Bucket, types.Key, types.Site, web, own) as unknown;
}

scenario("reads, adopts, protects, and prints the code; with it the next plan changes nothing", async (s) => {
  const id = s.cloud.adds("bucket logs", { region: "us", acl: "public", tags: { owner: "ana" } });
  const { imported, code } = await s.import([{ type: bucketType, name: "logs", id }]).succeeds();
  const { row, object } = await objectOf(s, "logs");
  expect(imported).toEqual([{ urn: row!.urn, id, result: "imported" }]);
  expect(row!.options.protect).toBe(true);
  expect(object!.stored).toMatchObject({ id, inputs: { region: "us" }, outputs: { acl: "public" } });
  expect(code).toContain(`region: "us"`);
  expect(s.cloud.changes()).toEqual([]);
  s.program(pasted(code));
  await s.apply().changesNothing();
});

scenario("before the code is pasted nothing may delete it", async (s) => {
  const id = s.cloud.adds("bucket logs", { region: "eu" });
  await s.import([{ type: bucketType, name: "logs", id }]).succeeds();
  await s.apply().fails("engine/protected");
  s.cloud.has("bucket logs");
});

scenario("a default is not written", async (s) => {
  const id = s.cloud.adds("bucket logs", { region: "eu" });
  const { code } = await s.import([{ type: bucketType, name: "logs", id }]).succeeds();
  expect(code).toContain(`name: "logs"`);
  expect(code).not.toContain("region");
  s.program(pasted(code));
  await s.apply().changesNothing();
});

scenario("one that refers to another is written with it, and the edge is recorded", async (s) => {
  const bucket = s.cloud.adds("bucket logs", { region: "eu" });
  const site = s.cloud.adds("site www", { bucket, title: "hello" });
  s.types({ Site: { lookup: siteLookup } });
  const { code } = await s
    .import([
      { type: "cloud:index:Site", name: "www", id: site },
      { type: bucketType, name: "logs", id: bucket },
    ])
    .succeeds();
  expect(code).toContain("bucket: logs.id");
  expect((await objectOf(s, "www")).object!.edges).toHaveLength(1);
  s.program(pasted(code));
  await s.apply().changesNothing();
});

scenario("a secret is read from the configuration, and its value is nowhere", async (s) => {
  const passphrase = s.secret("hidden-passphrase");
  const id = s.cloud.adds("key main", { bits: 4096, passphrase });
  s.types({ Key: { lookup: keyLookup } });
  const { code } = await s.import([{ type: "cloud:index:Key", name: "main", id }]).succeeds();
  expect(code).toContain(`passphrase: config.requireSecret("mainPassphrase")`);
  expect(code).not.toContain(passphrase);
  s.config({ "scenario:mainPassphrase": passphrase });
  s.program(pasted(code));
  await s.apply().changesNothing();
});

scenario("what is managed already is left as it is", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  const { id } = s.cloud.objects("bucket logs")[0]!;
  const { imported, code } = await s.import([{ type: bucketType, name: "logs", id }]).succeeds();
  expect(imported.map(({ result }) => result)).toEqual(["already"]);
  expect(code).toBe("");
  await s.apply().changesNothing();
});

scenario("each stands for itself: those that fail are reported, the others are imported", async (s) => {
  s.program(({ bucket }) => bucket("mine"));
  await s.apply().succeeds();
  const mine = s.cloud.objects("bucket mine")[0]!.id;
  const id = s.cloud.adds("bucket logs", { region: "eu" });
  const attempt = s.import([
    { type: bucketType, name: "logs", id },
    { type: bucketType, name: "none", id: "bucket-77" },
    { type: bucketType, name: "inner", id: "bucket-78", parent: "none" },
    { type: bucketType, name: "mine", id },
    { type: bucketType, name: "copy", id: mine },
    { type: bucketType, name: "again", id },
    { type: "cloud:index:Task", name: "task", id: "task-1" },
    { type: bucketType, name: "lost", id, parent: "nowhere" },
  ]);
  const codes = (await attempt.fails()).map(({ code }) => code);
  const { imported } = (await attempt.ends())!;
  expect(imported.map(({ urn, result }) => [urn.split("::").at(-1), result])).toEqual([
    ["logs", "imported"],
    ["none", "failed"],
    ["mine", "failed"],
    ["copy", "failed"],
    ["again", "failed"],
    ["task", "failed"],
    ["inner", "failed"],
  ]);
  expect([...new Set(codes)].sort()).toEqual([
    "engine/import-conflict",
    "engine/not-found",
    "plan/no-such-resource",
    "provider/no-lookup",
  ]);
  expect((await s.state()).resources.size).toBe(2);
});

scenario("parents and providers are found by name, also among what is imported", async (s) => {
  s.program(({ account, group }) => [group("web"), account("own", { account: "other" })]);
  await s.apply().succeeds();
  const outer = s.cloud.adds("bucket outer", { region: "eu" });
  const inner = s.cloud.adds("bucket inner", { region: "eu" });
  s.cloud.moves("bucket inner", "other");
  const { code } = await s
    .import([
      { type: bucketType, name: "inner", id: inner, parent: "outer", provider: "own" },
      { type: bucketType, name: "outer", id: outer, parent: "web" },
    ])
    .succeeds();
  expect(code).toContain("{ parent: web, protect: true }");
  expect(code).toContain("{ parent: outer, provider: own, protect: true }");
  const paste = pasted(code);
  s.program((words) => {
    const { account, group } = words;
    return void paste(words, group("web"), account("own", { account: "other" }));
  });
  await s.apply().changesNothing();
});

scenario("what the stack only read is taken over in its own row", async (s) => {
  const id = s.cloud.adds("bucket shared", { region: "eu" });
  s.program(({ types }) => types.Bucket.get("shared", id));
  await s.apply().succeeds();
  const { code } = await s.import([{ type: bucketType, name: "shared", id }]).succeeds();
  expect((await objectOf(s, "shared")).row!.kind).toBe("custom");
  s.program(pasted(code));
  await s.apply().changesNothing();
});

scenario(
  "a run that ends between two adoptions leaves the first, and is repeated without harm",
  async (s) => {
    const a = s.cloud.adds("bucket a", { region: "eu" });
    const b = s.cloud.adds("bucket b", { region: "eu" });
    const requests = [
      { type: bucketType, name: "a", id: a },
      { type: bucketType, name: "b", id: b },
    ];
    s.crashAfter("record bucket a");
    await s.import(requests).crashes();
    const { imported } = await s.import(requests).succeeds();
    expect(imported.map(({ result }) => result)).toEqual(["already", "imported"]);
  },
);

interface LookupCall {
  readonly client: { readonly cloud: Cloud };
  readonly id: string;
}

async function siteLookup({ client, id }: LookupCall) {
  const found = (await client.cloud.read({ kind: "site", id }))!;
  const { title } = found.properties;
  return {
    inputs: { ...found.properties, name: found.name },
    outputs: { url: `https://${found.name}.test`, title },
  };
}

async function keyLookup({ client, id }: LookupCall) {
  const found = (await client.cloud.read({ kind: "key", id }))!;
  return {
    inputs: { ...found.properties, name: found.name },
    outputs: { fingerprint: `print of ${id}`, material: `secret-material of ${id}` },
  };
}
