import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { definitionOf } from "../../src/provider/index.js";
import { Process } from "../../src/providers/process/index.js";
import { ProcessKeeper } from "../../src/providers/process/process-keeper.js";
import { applied, changes, failed, isRunning, logged, ProcessWorld } from "./process-world.js";

describe("a create that is cut off", () => {
  test.each([
    { when: "before", place: "identified create process web" },
    { when: "after", place: "identified create process web" },
    { when: "before", place: "outcome create process web" },
  ] as const)("$when $place: is adopted, and there is one process", async (killed) => {
    const world = new ProcessWorld();
    world.program = { web: world.server() };
    const first = await world.coco(killed);
    void first.stack.apply();
    await first.died;
    const { id, supervisor } = world.only();
    const { stack } = await world.coco();
    await applied(stack);
    expect(world.only()).toMatchObject({ id, supervisor, phase: "running" });
    expect(await changes(stack)).toEqual([]);
    expect((await logged(stack, "web")).filter((line) => line.startsWith("my pid is"))).toHaveLength(1);
  });
});

test("the same create again, with the same key, starts nothing anew", async () => {
  const world = new ProcessWorld();
  const client = new ProcessKeeper(world.records);
  const inputs = { ...world.server(), environment: {}, health: { ...health, http: "/" } };
  const { signal } = new AbortController();
  const call = {
    config: {},
    client,
    inputs,
    isSecret: () => false,
    idempotencyKey: "key",
    identified: async () => {},
    running: async () => {},
    signal,
    assets: { signal },
    log: console,
  };
  const { create, find } = definitionOf(Process)!;
  const first = await create(call);
  const { supervisor } = world.only();
  expect(await create(call)).toEqual(first);
  expect(world.only().supervisor).toEqual(supervisor);
  expect(await find!(call)).toEqual([first]);
  expect(await find!({ ...call, idempotencyKey: "other" })).toEqual([]);

  await client.stop(first.id);
  expect(await find!(call)).toMatchObject([{ id: first.id, outputs: { state: "stopped" } }]);
  const again = await create(call);
  expect(again).toMatchObject({ id: first.id, outputs: { state: "running" } });
  expect(world.only().supervisor).not.toEqual(supervisor);
});

test("a create that is aborted stops what it started", async () => {
  const world = new ProcessWorld();
  const aborting = new AbortController();
  const call = {
    config: {},
    client: new ProcessKeeper(world.records),
    inputs: { ...world.server(), environment: { SICK: "yes" }, health: { ...health, http: "/" } },
    isSecret: () => false,
    idempotencyKey: "key",
    identified: async () => aborting.abort(new Error("too late")),
    running: async () => {},
    signal: aborting.signal,
    assets: { signal: aborting.signal },
    log: console,
  };
  await expect(definitionOf(Process)!.create(call)).rejects.toThrow("too late");
  expect(world.found()).toEqual([]);
});

const health = { intervalMs: 50, timeoutMs: 500, startMs: 5000 };

describe("a start that fails", () => {
  test("tells the last lines, and leaves nothing", async () => {
    const world = new ProcessWorld();
    const command = ["node", "-e", `console.log("one"); console.error("no database"); process.exit(3)`];
    world.program = { web: world.server({ command }) };
    const { stack } = await world.coco();
    const text = await failed(stack);
    expect(text).toContain("provider/hook-failed");
    expect(text).toContain("The process exited before it was healthy: it exited with code 3.");
    expect(text).toMatch(/Last lines of its output:\n\s+one\n\s+no database/);
    expect(world.found()).toEqual([]);
    world.program = { web: world.server() };
    await applied(stack);
  });

  test("is stopped when it takes too long, and says what the check found", async () => {
    const world = new ProcessWorld();
    const health = { http: "/", intervalMs: 50, startMs: 1500 };
    world.program = { web: world.server({ health, environment: { SICK: "yes" } }) };
    const { stack } = await world.coco();
    const text = await failed(stack);
    expect(text).toMatch(/not healthy within 1500 ms and was stopped: port \d+ returned HTTP status 500/);
    const pid = Number(/my pid is (\d+)/.exec(text)?.[1]);
    expect(isRunning(pid)).toBe(false);
    expect(world.found()).toEqual([]);
  });

  test("of a program that is not there", async () => {
    const world = new ProcessWorld();
    world.program = { web: world.server({ command: ["no-such-program"] }) };
    expect(await failed((await world.coco()).stack)).toContain(
      "no-such-program could not be started: spawn no-such-program ENOENT",
    );
  });

  test("in a folder that is not there", async () => {
    const world = new ProcessWorld();
    world.program = { web: world.server({ dir: `${world.folder}/none` }) };
    expect(await failed((await world.coco()).stack)).toContain(
      `The working directory ${world.folder}/none is not a folder`,
    );
  });

  test("for a changed command: the old process is gone, the next apply brings it back", async () => {
    const world = new ProcessWorld();
    world.program = { web: world.server() };
    const { stack } = await world.coco();
    await applied(stack);
    world.program = { web: world.server({ command: ["node", "-e", "process.exit(1)"] }) };
    expect(await failed(stack)).toContain("it exited with code 1");
    expect(world.only().phase).toBe("stopped");
    world.program = { web: world.server() };
    expect(await changes(stack)).toEqual(["update web"]);
    await applied(stack);
    expect(world.only().phase).toBe("running");
  });

  test("because a stranger has the port", async () => {
    const world = new ProcessWorld();
    const stranger = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => stranger.once("listening", resolve));
    const { port } = stranger.address() as { port: number };
    world.program = { web: world.server({ port }) };
    const text = await failed((await world.coco()).stack);
    stranger.close();
    expect(text).toContain(`Port ${port} is already in use by `);
    expect(text).toContain(`process ${process.pid}.`);
    expect(world.found()).toEqual([]);
  });

  test("because two ask for one port", async () => {
    const world = new ProcessWorld();
    world.program = { one: world.server() };
    const { stack } = await world.coco();
    await applied(stack);
    const { id, port } = world.only();
    world.program = { one: world.server(), two: world.server({ port: port! }) };
    expect(await failed(stack)).toContain(`Port ${port} is already in use by process ${id} of this project.`);
    world.program = { three: world.server({ port: port! }), four: world.server({ port: port! }) };
    await stack.destroy();
    expect(await failed(stack)).toMatch(
      /Port \d+ is already in use by process process-[0-9a-f]+ of this project/,
    );
    expect(world.found()).toHaveLength(1);
  });

  test("is refused at plan where a check needs a port", async () => {
    const world = new ProcessWorld();
    const { port: _, ...rest } = world.server();
    world.program = { web: rest };
    const { stack } = await world.coco();
    await expect(stack.plan()).rejects.toThrow("A health check by http or tcp requires a port.");
  });
});
