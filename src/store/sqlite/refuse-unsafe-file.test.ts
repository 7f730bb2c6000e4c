import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isThere, refuseUnsafeFile } from "./refuse-unsafe-file.js";

describe("the file of a stack", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "coconut-unsafe-"));
    file = join(folder, "dev.db");
    writeFileSync(file, "x", { mode: 0o600 });
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const rights = (suffix = "") => (statSync(`${file}${suffix}`).mode & 0o777).toString(8);
  const suffixes = ["", "-wal", "-shm", "-journal", "-lock", "-lock-journal"];

  test.each(suffixes)("is no link, and no link stands beside it: %j", (suffix) => {
    refuseUnsafeFile(file);
    rmSync(`${file}${suffix}`, { force: true });
    symlinkSync(join(folder, "elsewhere"), `${file}${suffix}`);
    expect(isThere(`${file}${suffix}`)).toBe(true);
    expect(() => refuseUnsafeFile(file)).toThrow("store/not-a-stack");
  });

  test.each<[number, string]>([
    [0o600, "600"],
    [0o660, "660"],
    [0o644, "644"],
    [0o666, "660"],
    [0o777, "770"],
  ])("with the rights %i is left to its group, and not to everybody", (mode, after) => {
    chmodSync(file, mode);
    refuseUnsafeFile(file);
    expect(rights()).toBe(after);
  });

  test.each(suffixes)("is left to its group with all that stands beside it: %j", (suffix) => {
    writeFileSync(`${file}${suffix}`, "x");
    chmodSync(`${file}${suffix}`, 0o666);
    refuseUnsafeFile(file);
    expect(rights(suffix)).toBe("660");
  });

  test("that everybody may write and its owner alone could close is refused", () => {
    chmodSync(file, 0o606);
    const notOwner = () => {
      throw Object.assign(new Error("EPERM: operation not permitted"), { code: "EPERM" });
    };
    expect(() => refuseUnsafeFile(file, notOwner)).toThrow("store/exposed");
    expect(rights()).toBe("606");
  });

  test("in a file system without rights is taken as it is", () => {
    chmodSync(file, 0o777);
    refuseUnsafeFile(file, () => {});
    expect(rights()).toBe("777");
  });
});
