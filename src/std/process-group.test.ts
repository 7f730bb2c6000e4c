import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test, vi } from "vitest";
import { isGroupAlive, processGroupOf, signalGroup } from "./process-group.js";

/** Starts a shell that leads its own group, and returns the first line that it prints. */
async function started(script: string): Promise<{ readonly child: ChildProcess; readonly line: string }> {
  const child = spawn("sh", ["-c", script], { detached: true, stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => {
    try {
      process.kill(-child.pid!, "SIGKILL");
    } catch {
      // It has ended.
    }
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { child, line };
}

test("a group lives as long as its leader, and ends when it is told to", async () => {
  const { child } = await started("echo begun; sleep 1000");
  const group = processGroupOf(child.pid!)!;
  expect(isGroupAlive(group)).toBe(true);
  signalGroup(group, "SIGKILL");
  await vi.waitFor(() => expect(isGroupAlive(group)).toBe(false), 30_000);
  expect(processGroupOf(child.pid!)).toBeUndefined();
  signalGroup(group, "SIGKILL");
});

test("a leader with another start, or of another start of the machine, is another one", async () => {
  const { child } = await started("echo begun; sleep 1000");
  const group = processGroupOf(child.pid!)!;
  const others = [
    { ...group, startTime: "1" },
    { ...group, bootId: "another" },
  ];
  for (const other of others) {
    expect(isGroupAlive(other)).toBe(false);
    signalGroup(other, "SIGKILL");
  }
  expect(isGroupAlive(group)).toBe(true);
});

test.runIf(process.platform === "linux")("a group lives on in what its leader has left behind", async () => {
  const { child, line } = await started("sleep 1000 >/dev/null & echo $!; read -r _");
  const group = processGroupOf(child.pid!)!;
  const exited = once(child, "exit");
  child.stdin!.end();
  await exited;
  expect(isGroupAlive(group)).toBe(true);
  // A process that began before the leader cannot belong to its group: the pid was reused.
  expect(isGroupAlive({ ...group, startTime: String(Number.MAX_SAFE_INTEGER) })).toBe(false);
  signalGroup(group, "SIGKILL");
  await vi.waitFor(() => expect(isGroupAlive(group)).toBe(false), 30_000);
  expect(processGroupOf(Number(line))).toBeUndefined();
});

test("what has set itself free is not of the group", async () => {
  const { child, line } = await started("setsid sleep 1000 >/dev/null & echo $!; read -r _");
  const group = processGroupOf(child.pid!)!;
  onTestFinished(() => void process.kill(Number(line), "SIGKILL"));
  const exited = once(child, "exit");
  child.stdin!.end();
  await exited;
  await vi.waitFor(() => expect(isGroupAlive(group)).toBe(false), 30_000);
  expect(processGroupOf(Number(line))).toBeDefined();
});
