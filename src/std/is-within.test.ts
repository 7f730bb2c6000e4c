import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isWithin } from "./is-within.js";

const root = mkdtempSync(join(tmpdir(), "coconut-within-"));
afterAll(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, "project/deep"), { recursive: true });
symlinkSync(join(root, "project"), join(root, "linked"));
symlinkSync(root, join(root, "project/out"));

test.each([
  ["project", true],
  ["project/key", true],
  ["project/deep/none/key", true],
  ["project/..key", true],
  ["linked/key", true],
  ["linked/deep/../key", true],
  ["project/out/linked/key", true],
  ["key", false],
  ["project-2/key", false],
  ["project/../key", false],
  ["project/out/key", false],
])("%s: %s", (path, expected) => {
  expect(isWithin(join(root, "project"), join(root, path))).toBe(expected);
  expect(isWithin(join(root, "linked"), relative(process.cwd(), join(root, path)))).toBe(expected);
});
