import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { refusal } from "../../src/store/conformance/index.js";
import { openStore } from "../../src/store/internal.js";
import { address, databaseIn, openIn, portsIn, request, temporaryFolder } from "../store/temporary-folder.js";
import { copyFolder } from "../support/copy-folder.js";
import { inGuise, type Guise } from "./guise.js";
import { buildPuppet, Puppet } from "./puppet.js";

beforeAll(buildPuppet);

const openAs = (folder: string, guise: Guise) => openIn(folder, inGuise(portsIn(folder), guise));

/** What the holder takes itself for, and what whoever comes next sees of it. */
const strangers: Record<string, [holder: Guise, next: Guise]> = {
  "a container with a name of its own": [{ host: "c1", seen: "none" }, { seen: "none" }],
  "a container with the same name": [{ seen: "none" }, { seen: "none" }],
  "a laptop that was renamed": [{ host: "old-name" }, {}],
  "another process that has its number now": [{ pid: process.pid, startTime: "1" }, {}],
  "a number of which nobody says when it began": [{ pid: process.pid }, { seen: "hidden" }],
  "a process that did not know when it began": [{ startTime: "" }, {}],
  "a machine that says another start of itself": [{ bootId: "boot 1" }, { bootId: "boot 2", seen: "none" }],
};

describe.each(Object.entries(strangers))("%s", (_, [guise, next]) => {
  test("is refused to the next while it lives, also when it is stopped, and taken over at once when it dies", async () => {
    const folder = temporaryFolder();
    const holder = await Puppet.start(folder, guise);
    const { runId } = await holder.does("begin");
    await holder.counts(1);
    const stack = await openAs(folder, next);
    expect(await refusal(stack.begin(request), "store/locked")).toContain(`Run ${runId} holds the lock`);
    await holder.stop();
    expect(await refusal(stack.begin(request), "store/locked")).toContain(`Run ${runId} holds the lock`);
    expect((await stack.read()).holder?.runId).toBe(runId);
    holder.goOn();
    await holder.counts(1);
    await holder.kill();
    expect((await stack.read()).holder).toBeUndefined();
    const run = await stack.begin(request);
    expect(run.tookOver?.runId).toBe(runId);
    expect(run.snapshot.outputs).toEqual({ count: 2 });
    await run.end("succeeded", {});
    expect(await stack.verify()).toEqual([]);
  });
});

test("a machine that was started anew knows that its runs have died", async () => {
  const folder = temporaryFolder();
  const holder = await Puppet.start(folder, { bootId: "before" });
  await holder.does("begin");
  await holder.kill();
  const run = await (await openIn(folder)).begin(request);
  expect(run.tookOver?.pid).toBe(holder.pid);
  await run.end("succeeded", {});
});

test("of another machine nothing is known, whether its files are free or not", async () => {
  const folder = temporaryFolder();
  const holder = await Puppet.start(folder, { host: "there", bootId: "other" });
  await holder.does("begin");
  await holder.kill();
  const stack = await openIn(folder);
  expect(await refusal(stack.begin(request), "store/locked")).toContain("run a command on there");
  const store = await openStore(`sqlite:${join(folder, "store")}`, portsIn(folder));
  expect((await store.glance(address))?.holder).toMatchObject({ isAlive: true, isHere: false });
});

test("where files have no locks, a name that is gone cannot be judged", async () => {
  const folder = temporaryFolder();
  const holder = await Puppet.start(folder, { host: "c1", lockless: true });
  await holder.does("begin");
  await holder.kill();
  expect(await refusal((await openIn(folder)).begin(request), "store/locked")).toContain(
    "run a command on c1",
  );
});

test("a copy says nothing of a run that goes on with the original", async () => {
  const [folder, copy] = [temporaryFolder(), temporaryFolder()];
  const holder = await Puppet.start(folder, { host: "c1", seen: "none" });
  await holder.does("begin");
  await holder.stop();
  copyFolder(folder, copy);
  const stack = await openAs(copy, { seen: "none" });
  await refusal(stack.begin(request), "store/locked");
});

test.each<[string, Guise]>([
  ["its file", { host: "c1", seen: "none" }],
  ["the list of processes", { lockless: true }],
])("a killed process that nobody has waited for is dead by %s", async (_, guise) => {
  const folder = temporaryFolder();
  const holder = await Puppet.startUnawaited(folder);
  await holder.does("begin");
  const stack = await openAs(folder, guise);
  await refusal(stack.begin(request), "store/locked");
  await holder.dies();
  expect(process.kill(holder.pid, 0), "whether its number is still taken").toBe(true);
  const run = await stack.begin(request);
  expect(run.tookOver?.pid).toBe(holder.pid);
  await run.end("succeeded", {});
});

describe("the locks of a process", () => {
  test("are not lost when it looks at the stack a second time: nobody takes its journal away", async () => {
    const folder = temporaryFolder();
    const ports = portsIn(folder);
    const store = await openStore(`sqlite:${join(folder, "store")}`, ports);
    const stack = await openIn(folder, ports);
    const run = await stack.begin(request);
    await store.glance(address);
    await (await openIn(folder, ports)).close();
    expect((await stack.read()).holder?.runId).toBe(run.runId);
    const visitor = await Puppet.start(folder);
    await visitor.does("visit");
    await run.append({ event: { kind: "recorded", what: "after" }, changes: [] });
    const journal = await (await openIn(folder)).journal();
    expect(journal.at(-1)?.event).toEqual({ kind: "recorded", what: "after" });
    const other = await Puppet.start(folder, { host: "c1", seen: "none" });
    expect(await other.tell({ kind: "begin" })).toMatchObject({ refused: [{ code: "store/locked" }] });
    await run.end("succeeded", {});
    await other.does("begin");
  });

  test("end with its run, and with the store that it was begun on", async () => {
    const folder = temporaryFolder();
    const stack = await openIn(folder);
    const other = await Puppet.start(folder, { seen: "none" });
    await (await stack.begin(request)).end("succeeded", {});
    await other.does("begin");
    await other.does("end");
    await stack.begin(request);
    await stack.close();
    expect(await other.does("begin")).toMatchObject({ tookOver: process.pid });
  });
});

test("what would go to a journal that was taken away is refused", async () => {
  const folder = temporaryFolder();
  const stack = await openIn(folder);
  const run = await stack.begin(request);
  rmSync(`${databaseIn(folder)}-wal`);
  const record = { event: { kind: "recorded", what: "lost" }, changes: [] } as const;
  expect(await refusal(run.append(record), "store/write-failed")).toContain("Another program deleted");
  await refusal(run.end("failed", {}), "store/write-failed");
});
