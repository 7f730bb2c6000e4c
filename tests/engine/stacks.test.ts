import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { selectStack, stackHistory, stacksOf, type StacksPlace } from "../../src/operations/index.js";
import { DiagnosticError } from "../../src/model/index.js";
import { creation, sampleMachine } from "../../src/store/conformance/index.js";
import { openStore, type LockedFile, type StackAddress } from "../../src/store/internal.js";
import { lockFile, sqliteStore } from "../../src/store/sqlite/index.js";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "coconut-stacks-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const place = (): StacksPlace => ({
  project: "shop",
  projectFolder: folder,
  ports: sampleMachine().process(1),
  actor: "ana",
});

const codeOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof DiagnosticError ? error.diagnostics[0]!.code : String(error)),
  );

test("a stack that a run changes is said to be locked, and stays", async () => {
  const machine = sampleMachine();
  const [here, there] = [machine.process(1), machine.process(2)];
  const stacks = stacksOf({ ...place(), ports: here });
  await stacks.create({ name: "dev" });
  const store = await openStore(`sqlite:${join(folder, ".coconut")}`, there);
  const opened = await store.open({ project: "shop", name: "dev" }, { create: false });
  const run = await opened.begin({ command: "apply", actor: "ben" });
  expect(await stacks.list()).toMatchObject([{ stack: "dev", resources: 0, lockedBy: { runId: run.runId } }]);
  expect((await stackHistory(opened))[0]).toMatchObject({ result: "running", actor: "ben" });
  expect(await codeOf(stacks.remove({ name: "dev" }, { force: true }))).toBe("store/locked");
  await run.end("succeeded", {});
  expect((await stackHistory(opened))[0]).toMatchObject({
    result: "succeeded",
    durationMs: expect.any(Number) as number,
  });
  await opened.close();
  await stacks.remove({ name: "dev" });
  // The one of the folder, which keeps it out of Git.
  expect(readdirSync(join(folder, ".coconut"))).toEqual([".gitignore"]);
});

test("a run that died is so in the history before anyone has found it, and does not keep its stack", async () => {
  const machine = sampleMachine();
  const [here, there] = [machine.process(1), machine.process(2)];
  const stacks = stacksOf({ ...place(), ports: here });
  const store = await openStore(`sqlite:${join(folder, ".coconut")}`, there);
  const opened = await store.open({ project: "shop", name: "dev" }, { create: true });
  const run = await opened.begin({ command: "apply", actor: "ben" });
  for (const record of creation(run.nextRid())) await run.append(record);
  await opened.close();
  machine.kill(2);
  const seen = await (
    await openStore(`sqlite:${join(folder, ".coconut")}`, here)
  ).open({ project: "shop", name: "dev" }, { create: false });
  expect(await stackHistory(seen)).toMatchObject([{ result: "abandoned" }]);
  expect((await stackHistory(seen))[0]).not.toHaveProperty("durationMs");
  await seen.close();
  expect(await codeOf(stacks.remove({ name: "dev" }))).toBe("engine/stack-in-use");
  expect(await stacks.remove({ name: "dev" }, { force: true })).toEqual({ stack: "dev", resources: 1 });
});

test("a stack is locked until all of it is gone", async () => {
  const { processes, ...others } = sampleMachine().process(1);
  const ports = { ...others, processes: { ...processes, lockFile: (path: string) => lockFile(path) } };
  const raw = sqliteStore(join(folder, "store"));
  const found: (LockedFile | "held" | "none")[] = [];
  const remove = async (stack: StackAddress) => {
    found.push(await lockFile(join(folder, "store", "dev.db-lock")));
    await raw.remove(stack);
  };
  const stacks = stacksOf({ ...place(), store: await openStore({ ...raw, remove }, ports) });
  await stacks.create({ name: "dev" });
  await stacks.remove({ name: "dev" });
  expect(found).toEqual(["held"]);
  expect(readdirSync(join(folder, "store"))).toEqual([]);
  await stacks.create({ name: "dev" });
  await stacks.remove({ name: "dev" });
});

test("no run took less than no time, whatever became of the clock", async () => {
  const times = ["2030-01-01T10:00:00.000Z", "2030-01-01T09:00:00.000Z"];
  const ports = { ...sampleMachine().process(1), now: () => times.shift() ?? "2030-01-01T09:00:00.000Z" };
  const store = await openStore("memory:", ports);
  const opened = await store.open({ project: "shop", name: "dev" }, { create: true });
  await (await opened.begin({ command: "apply", actor: "ben" })).end("succeeded", {});
  const [run] = await stackHistory(opened);
  expect(run).toMatchObject({ begunAt: "2030-01-01T10:00:00.000Z", durationMs: 0 });
  await opened.close();
});

test.each([
  [undefined, { name: "dev" }, `{\n  "stack": "dev"\n}\n`],
  [`{"a":1}`, { name: "dev", namespace: "x" }, `{"a":1,"stack": "dev:x"}`],
  [`{ "stack": "old", "b": [1,  2] }\n`, { name: "dev" }, `{ "stack": "dev", "b": [1,  2] }\n`],
  [`{ "namespace": "x" }`, { name: "dev", namespace: "x" }, `{ "namespace": "x", "stack": "dev" }`],
])("choosing a stack leaves the project file as it is spelled: %s", async (text, environment, after) => {
  const file = join(folder, "coconut.json");
  if (text !== undefined) writeFileSync(file, text);
  expect(await selectStack(folder, environment)).toBe(file);
  expect(readFileSync(file, "utf8")).toBe(after);
});

test.each([["{"], ["[]"], [`{ "namespace": "y" }`]])(
  "a project file that cannot be changed stays: %s",
  async (text) => {
    writeFileSync(join(folder, "coconut.json"), text);
    expect(await codeOf(selectStack(folder, { name: "dev", namespace: "x" }))).toBe("engine/project-file");
  },
);
