import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test, vi } from "vitest";
import { bootId, isExactBootId, startByPs, startTimeOf } from "./process-start.js";

test("a process has one start, and none after its end", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const started = startTimeOf(child.pid!);
  expect(started).toMatch(/\S/);
  expect(startTimeOf(child.pid!)).toBe(started);
  expect(startTimeOf(process.pid)).not.toBe(started);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(startTimeOf(child.pid!)).toBeUndefined();
});

test("what is left of a process that nobody has waited for is no process", async () => {
  // The shell replaces itself with a program that knows nothing about the child.
  const parent = spawn("sh", ["-c", "sleep 1000 & echo $!; exec sleep 1000"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const [line] = (await once(createInterface({ input: parent.stdout }), "line")) as [string];
  const pid = Number(line);
  expect(startTimeOf(pid)).toMatch(/\S/);
  expect(startByPs(pid)).toMatch(/\S/);
  process.kill(pid, "SIGKILL");
  await vi.waitFor(() => expect(startTimeOf(pid)).toBeUndefined(), 10_000);
  expect(process.kill(pid, 0), "whether the number is still taken").toBe(true);
  expect(startByPs(pid)).toBeUndefined();
});

test("a start is the same in every time zone and language", () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const starts = ["UTC", "Asia/Tokyo"].map((zone) => {
    vi.stubEnv("TZ", zone);
    return startByPs(process.pid);
  });
  expect(starts[0]).toMatch(/\d\d:\d\d:\d\d/);
  expect(new Set(starts).size).toBe(1);
});

test("the machine has one start", () => {
  expect(bootId()).toMatch(/\S/);
  expect(bootId()).toBe(bootId());
});

test.each([
  ["4f3c3c1e-8f55-4a53-9d6e-0a1f6d7b8c9d", true],
  ["boot 29384756", false],
])("%s: whether no other machine has it", (id, expected) => {
  expect(isExactBootId(id)).toBe(expected);
});
