import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { testStack, type TestStackOptions } from "@coconut/coconut/testing";
import { fakeServers } from "./fake-servers.js";
import { service } from "./service.js";

const folder = mkdtempSync(join(tmpdir(), "service-"));
after(() => {
  process.chdir(tmpdir());
  rmSync(folder, { recursive: true });
});

let count = 0;

/** Returns a new stack with real files in a new folder, and fake servers. */
async function started(options: TestStackOptions = {}) {
  const projectFolder = join(folder, String(++count));
  mkdirSync(projectFolder);
  // Paths are relative to the current folder. coco changes to the project folder first; so does this test.
  process.chdir(projectFolder);
  const { world, Server } = fakeServers();
  const stack = await testStack(() => service({ Server }), options);
  return { stack, world };
}

test("the first apply writes the page and starts the server", async () => {
  const { stack, world } = await started({ config: { "project:title": "Hello" } });
  const run = await stack.apply();
  assert.ok(run.ok);
  assert.equal(readFileSync("page.html", "utf8"), "<h1>Hello</h1>\n");
  assert.deepEqual([...world.running.values()], [["node", "serve.mjs", "page.html"]]);
  assert.deepEqual(run.outputs, { url: "http://server-1.test" });
});

test("the second apply changes nothing", async () => {
  const { stack } = await started();
  await stack.apply();
  const plan = await stack.plan();
  assert.deepEqual(
    plan.changes.map(({ action }) => action),
    ["same", "same"],
  );
});

test("a stopped server is started again", async () => {
  const { stack, world } = await started();
  await stack.apply();
  world.running.clear();
  assert.ok((await stack.apply()).ok);
  assert.equal(world.running.size, 1);
});

test("the next apply only repeats what failed", async () => {
  const { stack, world } = await started();
  world.isFull = true;
  const failed = await stack.apply();
  assert.equal(failed.ok, false);
  assert.match(failed.diagnostics[0]?.detail ?? "", /There is no room for another server/);
  assert.ok(existsSync("page.html"));

  world.isFull = false;
  const plan = await stack.plan();
  assert.deepEqual(
    plan.changes.map(({ action }) => action),
    ["same", "create"],
  );
  assert.ok((await plan.apply()).ok);
});

test("destroy deletes everything", async () => {
  const { stack, world } = await started();
  await stack.apply();
  assert.ok((await stack.destroy()).ok);
  assert.equal(existsSync("page.html"), false);
  assert.equal(world.running.size, 0);
});
