import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { bootId, startByPs, startTimeOf } from "./process-start.js";

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
