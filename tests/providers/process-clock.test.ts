import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { hasEnded, processHandle } from "../../src/providers/process/process-handle.js";
import { ProcessKeeper } from "../../src/providers/process/process-keeper.js";
import { ProcessWorld } from "./process-world.js";

const hourMs = 60 * 60 * 1000;

/** The clock of the machine is set while something waits. Timers and the time since the start go on as before. */
function setClock(byMs: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + byMs });
  onTestFinished(() => void vi.useRealTimers());
}

test("a clock that is set back does not prolong the time that a process has to end", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "spawn");
  const ended = hasEnded(processHandle(child.pid!)!, 200);
  setClock(-hourMs);
  expect(await Promise.race([ended, delay(5000, "still waiting")])).toBe(false);
});

test("a clock that is set forward does not end a process that is starting", async () => {
  const world = new ProcessWorld();
  const keeper = new ProcessKeeper(world.records);
  const inputs = {
    command: ["node", "-e", "setInterval(() => {}, 1000)"],
    dir: world.folder,
    environment: {},
    health: { intervalMs: 50, timeoutMs: 500, startMs: 5000 },
    restart: "never" as const,
    restartLimit: 0,
    restartDelayMs: 20,
    stopSignal: "SIGTERM" as const,
    stopTimeoutMs: 2000,
  };
  const id = "process-0123456789abcdef";
  await keeper.start(id, { key: "key", revision: "1", inputs, isSecret: () => false });
  const healthy = keeper.untilHealthy(id, new AbortController().signal);
  setClock(hourMs);
  expect(await healthy).toMatchObject({ phase: "running" });
});
