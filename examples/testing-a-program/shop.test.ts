import assert from "node:assert/strict";
import { test } from "node:test";
import { secretOf, stripSecrets, type ValueObject } from "@coconut/coconut/model";
import { FakeCloud, fakeProvider, testProgram, testStack } from "@coconut/coconut/testing";
import { program } from "./shop.js";

/** The real engine, with state in memory, and a cloud in memory. `settings` may be changed between two runs. */
async function opened(name = "dev", settings: ValueObject = {}) {
  const cloud = new FakeCloud();
  const packages = [fakeProvider(cloud).provider];
  const stack = await testStack(program, { project: "shop", stack: name, config: settings, packages });
  return { cloud, stack };
}

test("the declared resources, without any cloud", async () => {
  const asked = await testProgram(program, { project: "shop", stack: "prod" });
  assert.deepEqual(
    asked.registrations.map(({ type, name }) => `${type} ${name}`),
    [
      "shop:index:Shop front",
      "cloud:index:Bucket files",
      "cloud:index:Site site",
      "cloud:index:Bucket backup",
    ],
  );

  const before = await asked.planned().outputs();
  assert.equal(before.known, false);

  const after = await asked.applied({ site: { url: "https://front.test" } }).outputs();
  assert.deepEqual(after.value, { address: "https://front.test/" });
  assert.deepEqual(after.dependencies, [asked.registrations[2]!.urn]);
});

test("the first apply creates it, the second changes nothing, destroy deletes it", async () => {
  const { cloud, stack } = await opened();
  const run = await stack.apply();
  assert.deepEqual(run.outputs, { address: "https://front.test/" });
  assert.deepEqual(cloud.changes(), ["create bucket front-files", "create site front", "finish site front"]);
  cloud.has("bucket front-files", { acl: "private" });

  assert.ok((await stack.plan()).isEmpty);

  assert.ok((await stack.destroy()).ok);
  assert.deepEqual(cloud.objects(), []);
});

test("another title changes the site, and nothing else", async () => {
  const settings = { "shop:title": "Shop" };
  const { cloud, stack } = await opened("dev", settings);
  await stack.apply();

  settings["shop:title"] = "Shoes";
  const plan = await stack.plan();
  assert.equal(
    plan.text(),
    `· shop:index:Shop "front"  (state only: inputs)
~ └─ cloud:index:Site "site"
       ~ title: "Shop" -> "Shoes"

Plan: 1 to update, 1 to record, 1 unchanged.
`,
  );
  await plan.apply();
  cloud.has("site front", { title: "Shoes" });
});

test("only production has a backup", async () => {
  const { cloud, stack } = await opened("prod");
  await stack.apply();
  cloud.has("bucket backup", { region: "us" });
});

test("drift is repaired", async () => {
  const { cloud, stack } = await opened();
  await stack.apply();
  cloud.drifts("bucket front-files", { acl: "public" });
  cloud.loses("site front");
  await stack.apply();
  cloud.has("bucket front-files", { acl: "private" });
  cloud.has("site front");
});

test("after a failure, the next apply creates the rest", async () => {
  const { cloud, stack } = await opened();
  cloud.refusesOnce("create site front", "QuotaExceeded");
  const failed = await stack.apply();
  assert.equal(failed.ok, false);
  assert.match(failed.diagnostics[0]!.detail, /QuotaExceeded: The cloud refuses to create site front/);
  assert.deepEqual(failed.summary, { create: 1, record: 1, failed: 1 });

  const since = cloud.effects.length;
  assert.ok((await stack.apply()).ok);
  assert.deepEqual(cloud.changes(since), ["create site front", "finish site front"]);
});

test("a lost response does not create anything twice", async () => {
  const { cloud, stack } = await opened();
  cloud.failsAfterEffect("create site front");
  assert.equal((await stack.apply()).ok, false);
  assert.ok((await stack.apply()).ok);
  assert.equal(cloud.objects("site front").length, 1);
});

test("secrets stay secret", async () => {
  const settings = { "shop:passphrase": secretOf("correct horse") };
  const { cloud, stack } = await opened("dev", settings);
  const plan = await stack.plan();
  assert.match(plan.text(), /passphrase: \[secret\]/);
  const { outputs } = await plan.apply();
  assert.equal(JSON.stringify(outputs), '{"address":"https://front.test/","key":"[secret]"}');

  cloud.has("key key", { passphrase: "correct horse" });
  assert.match(JSON.stringify(stripSecrets(outputs)), /"key":"secret-material/);
});
