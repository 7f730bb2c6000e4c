import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isAliveSocket, openAliveSocket } from "./alive-socket.js";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "coconut-alive-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test
  .skipIf(process.platform === "win32")
  .each([
    ["a path", ""],
    ...(process.platform === "linux" ? [["a path that is too long for a socket", "d".repeat(120)]] : []),
  ])("at %s a process is alive until it closes its socket, which leaves no file", async (_, below) => {
  const folder = join(temporaryFolder(), below);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, ".dev.db-live");
  expect(await isAliveSocket(path)).toBe(false);
  writeFileSync(path, "something else");
  expect(await isAliveSocket(path)).toBe(false);
  const close = openAliveSocket(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await isAliveSocket(path)).toBe(true);
  expect(() => readFileSync(path)).toThrow("ENXIO");
  expect(await isAliveSocket(path)).toBe(true);
  close!();
  expect(existsSync(path), "the file, when the call returns").toBe(false);
  expect(await isAliveSocket(path)).toBe(false);
});

test("where no socket can be made there is none, and nothing is thrown", async () => {
  const folder = temporaryFolder();
  expect(openAliveSocket(join(folder, "no folder", "x"))).toBeUndefined();
  mkdirSync(join(folder, "taken"));
  writeFileSync(join(folder, "taken", "file"), "");
  expect(openAliveSocket(join(folder, "taken"))).toBeUndefined();
  expect(openAliveSocket(join(folder, "d".repeat(150), "x"))).toBeUndefined();
});
