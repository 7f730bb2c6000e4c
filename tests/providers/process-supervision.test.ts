import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { applied, changes, isRunning, logged, ProcessWorld, until } from "./process-world.js";

describe("supervision", () => {
  test("a killed child is started again; nothing has drifted", async () => {
    const world = new ProcessWorld();
    world.program = { web: world.server() };
    const { stack } = await world.coco();
    await applied(stack);
    const { child } = world.only();
    process.kill(child!.pid, "SIGKILL");
    await until("it runs again", () => world.only().phase === "running" && world.only().restarts === 1);
    expect(world.only().child!.pid).not.toBe(child!.pid);
    expect(await stack.stats("web")).toMatchObject({ restarts: 1 });
    expect(await changes(stack)).toEqual([]);
    expect((await logged(stack, "web")).join("\n")).toContain(
      "it was terminated by SIGKILL; restart 1 in 20 ms",
    );
  });

  test("one that crashes again and again is given up, which is drift", async () => {
    const world = new ProcessWorld();
    world.program = { web: world.server({ restartLimit: 1 }) };
    const { stack } = await world.coco();
    await applied(stack);
    process.kill(world.only().child!.pid, "SIGKILL");
    await until("it runs again", () => world.only().phase === "running" && world.only().restarts === 1);
    process.kill(world.only().child!.pid, "SIGKILL");
    await until("it is given up", () => world.only().phase === "stopped");
    expect(world.only().reason).toBe("it was terminated by SIGKILL, and it was restarted 1 times in a row");
    await until("its supervisor is gone", () => !isRunning(world.only().supervisor.pid));
    expect(await changes(stack)).toEqual(["update web"]);
    await applied(stack);
    expect(await changes(stack)).toEqual([]);
  });

  test("a killed supervisor and child are drift that apply repairs, under the same id and port", async () => {
    const world = new ProcessWorld();
    world.program = { web: world.server() };
    const { stack } = await world.coco();
    await applied(stack);
    const { id, port, supervisor, child } = world.only();
    process.kill(supervisor.pid, "SIGKILL");
    process.kill(child!.pid, "SIGKILL");
    await until("both are gone", () => !isRunning(supervisor.pid) && !isRunning(child!.pid));
    const plan = await stack.plan();
    expect(plan.changes.map(({ action, name }) => `${action} ${name}`)).toEqual(["update web"]);
    expect(plan.text()).toContain("stopped");
    await applied(stack);
    expect(world.only()).toMatchObject({ id, port, phase: "running" });
    expect(await changes(stack)).toEqual([]);
  });

  test("a child without its supervisor is ended before another is started", async () => {
    const world = new ProcessWorld();
    world.program = { web: world.server() };
    const { stack } = await world.coco();
    await applied(stack);
    const { supervisor, child } = world.only();
    process.kill(supervisor.pid, "SIGKILL");
    await until("it is gone", () => !isRunning(supervisor.pid));
    expect(isRunning(child!.pid)).toBe(true);
    await applied(stack);
    expect(isRunning(child!.pid)).toBe(false);
    expect(world.only()).toMatchObject({ phase: "running" });
  });

  test("an unhealthy process is drift, counted, and restarted by apply", async () => {
    const world = new ProcessWorld();
    world.program = { web: world.server() };
    const { stack } = await world.coco();
    await applied(stack);
    const { child } = world.only();
    world.file(`sick-${child!.pid}`, "");
    await until("it is unhealthy", () => world.only().phase === "unhealthy");
    const { healthFailures } = (await stack.stats("web")) as { healthFailures: number };
    expect(healthFailures).toBeGreaterThanOrEqual(3);
    expect(await changes(stack)).toEqual(["update web"]);
    await applied(stack);
    expect(world.only()).toMatchObject({ phase: "running", healthFailures: 0 });
    expect(isRunning(child!.pid)).toBe(false);
  });

  test("a number that belongs to another process now is not signalled", async () => {
    const world = new ProcessWorld();
    world.program = { web: world.server() };
    const { stack } = await world.coco();
    await applied(stack);
    const { id, supervisor, child, ...rest } = world.only();
    process.kill(supervisor.pid, "SIGKILL");
    process.kill(child!.pid, "SIGKILL");
    await until("both are gone", () => !isRunning(supervisor.pid) && !isRunning(child!.pid));
    // As if this process had got their numbers. Signalled, the test would end here.
    const own = (handle: { start: string }) => ({ pid: process.pid, start: handle.start });
    const forged = { ...rest, supervisor: own(supervisor), child: own(child!) };
    world.file(`.coconut/processes/${id}/status.json`, JSON.stringify(forged));
    expect(await changes(stack)).toEqual(["update web"]);
    await stack.destroy();
    expect(world.found()).toEqual([]);
  });

  test("whose record is taken away ends, and is made again", async () => {
    const world = new ProcessWorld();
    world.program = { web: world.server({ stopTimeoutMs: 500 }) };
    const { stack } = await world.coco();
    await applied(stack);
    const { id, supervisor, child } = world.only();
    rmSync(`${world.records}/${id}`, { recursive: true });
    expect(await changes(stack)).toEqual(["create web"]);
    await until("they have ended", () => !isRunning(supervisor.pid) && !isRunning(child!.pid));
    await applied(stack);
    expect(world.only()).toMatchObject({ phase: "running" });
  });
});
