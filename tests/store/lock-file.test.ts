import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { lockFile } from "../../src/store/sqlite/lock-file.js";

/** What happens the next times that somebody asks which file is there. */
const looks: (() => void)[] = [];

vi.mock("node:fs", async (original) => {
  const actual = await original<typeof fs>();
  const statSync = (...asked: Parameters<typeof fs.statSync>) => {
    looks.shift()?.();
    return actual.statSync(...asked);
  };
  return { ...actual, statSync };
});

function temporaryPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "coconut-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "dev.db-lock");
}

async function expectFree(path: string): Promise<void> {
  const locked = await lockFile(path);
  if (typeof locked === "string") expect.fail(`The file is ${locked}.`);
  locked.release();
}

const nothing = () => {};

test("a file is locked once, until it is let go of", async () => {
  const path = temporaryPath();
  const locked = await lockFile(path);
  expect(locked).toMatchObject({ file: expect.stringMatching(/^\d+:\d+$/) as string });
  expect(await lockFile(path)).toBe("held");
  if (typeof locked !== "string") locked.release();
  await expectFree(path);
});

test("a file that is locked and then cannot be looked at is let go of", async () => {
  const path = temporaryPath();
  await expectFree(path);
  const fails = () => {
    throw new Error("EIO");
  };
  looks.push(nothing, nothing, fails);
  expect(await lockFile(path)).toBe("none");
  expect(looks).toEqual([]);
  await expectFree(path);
});

test("a file that another takes the place of while it is locked is not the one of the stack", async () => {
  const path = temporaryPath();
  await expectFree(path);
  const replaces = () => {
    renameSync(path, `${path}-old`);
    writeFileSync(path, "");
  };
  looks.push(nothing, nothing, replaces);
  expect(await lockFile(path)).toBe("held");
  await expectFree(path);
});
