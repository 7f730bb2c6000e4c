import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { oneProcessAtATime } from "./one-process-at-a-time.js";

const folder = mkdtempSync(join(tmpdir(), "coconut-one-process-"));
const lock = join(folder, "lock");
afterAll(() => rmSync(folder, { recursive: true }));

test("the lock is released after the work, and after a failure", () => {
  expect(oneProcessAtATime(lock, () => existsSync(folder))).toBe(true);
  expect(() =>
    oneProcessAtATime(lock, () => {
      throw new Error("failed");
    }),
  ).toThrow("failed");
  expect(oneProcessAtATime(lock, () => 1)).toBe(1);
});

test("the lock of a dead process is taken over", () => {
  const { pid } = spawnSync(process.execPath, ["--eval", ""]);
  symlinkSync(String(pid), lock);
  expect(oneProcessAtATime(lock, () => "done")).toBe("done");
});
