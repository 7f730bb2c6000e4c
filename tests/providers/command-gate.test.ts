import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { isGroupAlive } from "../../src/std/process-group.js";
import { openStore, systemPorts } from "../../src/store/internal.js";
import { bundledScript } from "../support/bundled-script.js";
import { commandLife } from "./command-life.js";
import { markingStack, type KilledRequest } from "./command-stack.js";
import { temporaryFolder } from "./local-world.js";

const script = bundledScript(fileURLToPath(new URL("command-killed.ts", import.meta.url)));
beforeAll(script.build);

/** Applies in a process that is killed at the place, and says by what it ended. */
async function killed(request: KilledRequest): Promise<unknown> {
  const child = spawn(process.execPath, [script.path, JSON.stringify(request)], {
    env: { ...process.env, COCONUT_KEY_FILE: join(request.folder, "key") },
    stdio: ["ignore", "inherit", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return new Promise((resolve) => child.once("close", (_, signal) => resolve(signal)));
}

test.each(["before", "after"] as const)(
  "nothing of a script runs if its run dies %s its process is recorded",
  async (when) => {
    const folder = temporaryFolder();
    expect(await killed({ folder, when, place: "running create command job" })).toBe("SIGKILL");

    const ports = systemPorts({ COCONUT_KEY_FILE: join(folder, "key") });
    const store = await openStore(`sqlite:${join(folder, "store")}`, ports);
    const opened = await store.open({ project: "shop", name: "dev" }, { create: false });
    onTestFinished(() => opened.close());
    const [intent] = [...(await opened.read()).snapshot.open.values()];
    expect(intent!.process !== undefined).toBe(when === "after");
    const isAlive = () => intent!.process !== undefined && isGroupAlive(intent!.process);
    await expect.poll(isAlive, { timeout: 30_000 }).toBe(false);
    expect(existsSync(join(folder, "ran"))).toBe(false);

    expect(await markingStack(folder, opened).apply()).toMatchObject({ ok: true });
    expect(readFileSync(join(folder, "ran"), "utf8").trim().split("\n")).toHaveLength(1);
  },
);

test("variables that shells do not hand on reach the script all the same", async () => {
  const life = await commandLife({
    interpreter: [process.execPath, "-e"],
    create: 'console.log(process.env["a.b"] + process.env["c-d"])',
    environment: { "a.b": "one ", "c-d": "two" },
  });
  expect(await life.outputs()).toMatchObject({ stdout: "one two" });

  const failing = await commandLife({
    interpreter: [process.execPath, "-e"],
    create: "process.exit(7)",
    environment: { "a.b": "1" },
  });
  expect(await failing.failure()).toContain("The create script exited with code 7.");
  const ended = await commandLife({
    interpreter: [process.execPath, "-e"],
    create: 'process.kill(process.pid, "SIGKILL")',
    environment: { "a.b": "1" },
  });
  expect(await ended.failure()).toContain("was terminated by SIGKILL");
});

test("a script sees nothing of the gate, and has the process id that was recorded", async () => {
  const life = await commandLife({
    create: 'echo "$PPID ${coconut_gate-none}"; ls -l /proc/$$/fd > descriptors',
  });
  expect(await life.outputs()).toMatchObject({ stdout: `${process.pid} none` });
  // Both of its streams are sockets to us, and there is no third.
  expect(life.file("descriptors").match(/socket:/g)).toHaveLength(2);
});
