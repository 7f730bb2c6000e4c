import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { secret } from "../../src/sdk/index.js";
import {
  answerOf,
  applied,
  changes,
  isRunning,
  logged,
  ProcessWorld,
  until,
  urlOf,
} from "./process-world.js";

describe("the life of a process", () => {
  test("is started, answers, is left alone, restarted for a change, and stopped", async () => {
    const world = new ProcessWorld();
    world.program = { web: world.server() };
    const { stack } = await world.coco();
    const url = urlOf(await applied(stack));
    expect(await answerOf(url)).toBe("hello");
    const before = world.only();
    expect(before).toMatchObject({ phase: "running", restarts: 0, healthFailures: 0 });
    expect(await changes(stack)).toEqual([]);

    world.program = { web: world.server({ environment: { GREETING: "good evening" } }) };
    expect(await changes(stack)).toEqual(["update web"]);
    await applied(stack);
    const after = world.only();
    expect(await answerOf(url)).toBe("good evening");
    expect(after).toMatchObject({ id: before.id, port: before.port, key: before.key });
    expect(after.child!.pid).not.toBe(before.child!.pid);
    expect([before.child!.pid, before.supervisor.pid].map(isRunning)).toEqual([false, false]);
    expect(await changes(stack)).toEqual([]);

    await stack.destroy();
    expect(world.found()).toEqual([]);
    expect([after.child!.pid, after.supervisor.pid].map(isRunning)).toEqual([false, false]);
  });

  test("lives in a session of its own, with nothing that is meant for coco alone", async () => {
    const world = new ProcessWorld();
    world.program = { web: world.server() };
    vi.stubEnv("COCONUT_PASSPHRASE", "canary-4242");
    onTestFinished(() => void vi.unstubAllEnvs());
    await applied((await world.coco()).stack);
    const { supervisor, child } = world.only();
    for (const { pid } of [supervisor, child!]) {
      expect(sessionOf(pid)).toBe(pid);
      expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toContain("canary-4242");
    }
    process.kill(-supervisor.pid, "SIGHUP");
    await delay(50);
    expect(isRunning(supervisor.pid)).toBe(true);
  });

  test("a child that ignores the signal is killed with all that it started", async () => {
    const world = new ProcessWorld();
    world.file(
      "parent.mjs",
      `import { spawn } from "node:child_process";
       const child = spawn(process.execPath, ["server.mjs"], { stdio: "inherit" });
       console.log("its pid is " + child.pid);
       process.on("SIGTERM", () => {});
       setInterval(() => {}, 1000);`,
    );
    const environment = { STUBBORN: "yes" };
    world.program = {
      web: world.server({ command: ["node", "parent.mjs"], environment, stopTimeoutMs: 300 }),
    };
    const { stack } = await world.coco();
    await applied(stack);
    const lines = await logged(stack, "web");
    const grandchild = Number(/its pid is (\d+)/.exec(lines.join("\n"))?.[1]);
    expect(isRunning(grandchild)).toBe(true);
    const { child } = world.only();
    await stack.destroy();
    await until("nothing is left", () => !isRunning(grandchild) && !isRunning(child!.pid), 1000);
    expect(world.found()).toEqual([]);
  });

  test("a process without a port is healthy when it stays", async () => {
    const world = new ProcessWorld();
    const command = ["node", "-e", "setInterval(() => {}, 1000)"];
    const { port: _, health: _check, ...rest } = world.server({ command });
    world.program = { worker: rest };
    const { stack } = await world.coco();
    expect(urlOf(await applied(stack))).toBeUndefined();
    expect(world.only()).toMatchObject({ phase: "running" });
  });

  test("may be asked by a command", async () => {
    const world = new ProcessWorld();
    const command = ["node", "-e", `process.exit(process.env.GREETING === "hi" ? 0 : 1)`];
    const health = { command, intervalMs: 50, startMs: 5000 };
    world.program = { web: world.server({ health, environment: { GREETING: "hi" } }) };
    await applied((await world.coco()).stack);
    expect(world.only()).toMatchObject({ phase: "running" });
  });
});

describe("what is shown", () => {
  test("logs follow within a second, and end when they are told to", async () => {
    const world = new ProcessWorld();
    world.program = { web: world.server() };
    const { stack } = await world.coco();
    const url = urlOf(await applied(stack));
    const end = new AbortController();
    const seen: string[] = [];
    const following = (async () => {
      const since = new Date(Date.now() - 60_000);
      for await (const { message } of stack.logs("web", { follow: true, since, signal: end.signal }))
        seen.push(message);
    })();
    await until("it has read what there is", () => seen.includes("listening"));
    await answerOf(`${url}/cakes`);
    await until("the line comes", () => seen.includes("asked for /cakes"), 1000);
    end.abort();
    await following;
    const none = [];
    for await (const line of stack.logs("web", { since: new Date(Date.now() + 60_000) })) none.push(line);
    expect(none).toEqual([]);
  });

  test("stats have units", async () => {
    const world = new ProcessWorld();
    world.program = { web: world.server() };
    const { stack } = await world.coco();
    await applied(stack);
    const stats = await stack.stats("web");
    expect(stats).toEqual({
      uptime: { value: expect.any(Number), unit: "s" },
      cpu: { value: expect.any(Number), unit: "s" },
      memory: { value: expect.any(Number), unit: "B" },
      restarts: 0,
      healthFailures: 0,
    });
    expect((stats["memory"] as { value: number }).value).toBeGreaterThan(1_000_000);
    expect((stats["cpu"] as { value: number }).value).toBeGreaterThan(0);
  });

  test("a secret of the environment reaches the process and no file", async () => {
    const world = new ProcessWorld();
    const environment = { GREETING: secret("canary-5711"), STUBBORN: "yes" };
    world.program = { web: world.server({ environment, stopTimeoutMs: 100 }) };
    const { stack } = await world.coco();
    expect(await answerOf(urlOf(await applied(stack)))).toBe("canary-5711");
    process.kill(world.only().child!.pid, "SIGKILL");
    await until("it runs again", () => world.only().phase === "running" && world.only().restarts === 1);
    expect(world.texts()).toContain("my pid is");
    expect(world.texts()).not.toContain("canary-5711");
  });

  test("a command and a check that are secret are not written down", async () => {
    const world = new ProcessWorld();
    world.program = {
      web: world.server({
        command: ["node", "server.mjs", secret("canary-5712")],
        health: { command: ["true", secret("canary-5713")], intervalMs: 50, timeoutMs: 500, startMs: 5000 },
      }),
    };
    const { stack } = await world.coco();
    await applied(stack);
    const { id, inputs } = world.only();
    expect(inputs.command).toBeUndefined();
    expect(inputs.health).toEqual({ intervalMs: 50, timeoutMs: 500, startMs: 5000 });
    expect(world.texts()).not.toMatch(/canary-571[23]/);
    await stack.state.forget(["web"]);
    const { ok, diagnostics } = await stack.import([{ type: "process:index:Process", name: "web", id }]);
    expect(ok).toBe(false);
    expect(diagnostics[0]!.detail).toContain("its command is secret and therefore not recorded");
  });

  test("an imported process is known by its id; what is not one is not found", async () => {
    const world = new ProcessWorld();
    world.program = { web: world.server() };
    const { stack } = await world.coco();
    await applied(stack);
    const { id, supervisor } = world.only();
    await stack.state.forget(["web"]);
    const asked = { type: "process:index:Process", name: "web", id };
    expect(await stack.import([asked])).toMatchObject({ ok: true });
    expect(await changes(stack)).toEqual(["record web"]);
    await applied(stack);
    expect(await changes(stack)).toEqual([]);
    expect(world.only().supervisor).toEqual(supervisor);
    const elsewhere = { ...asked, name: "other", id: `../processes/${id}` };
    expect(await stack.import([elsewhere])).toMatchObject({ ok: false });
  });
});

function sessionOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[3]);
}
