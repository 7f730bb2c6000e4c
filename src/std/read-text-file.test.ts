import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readTextFile } from "./read-text-file.js";

describe("the text of a file", () => {
  let folder: string;
  const at = (name: string) => join(folder, name);
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "coconut-text-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  test("is as it was written, but for the mark before it", () => {
    writeFileSync(at("a"), "\ufeffgröße\r\n");
    expect(readTextFile(at("a"))).toBe("größe\r\n");
    expect(readTextFile(at("a"), { mark: "kept" })).toBe("\ufeffgröße\r\n");
    symlinkSync("a", at("link"));
    expect(readTextFile(at("link"))).toBe("größe\r\n");
    expect(() => readTextFile(at("missing"))).toThrow("ENOENT");
  });

  test("is not that of something else, and nobody waits for it", () => {
    mkdirSync(at("folder"));
    execFileSync("mkfifo", [at("pipe")]);
    symlinkSync("/dev/zero", at("device"));
    writeFileSync(at("bytes"), Buffer.from([0x61, 0xff]));
    expect(() => readTextFile(at("folder"))).toThrow("a folder");
    expect(() => readTextFile(at("pipe"))).toThrow("not a regular file");
    expect(() => readTextFile(at("device"))).toThrow("not a regular file");
    expect(() => readTextFile(at("bytes"))).toThrow("not valid UTF-8 text");
  });

  test("is not larger than it may be", () => {
    writeFileSync(at("a"), "12345");
    expect(readTextFile(at("a"), { largest: 5 })).toBe("12345");
    expect(() => readTextFile(at("a"), { largest: 4 })).toThrow("the maximum is 4");
    truncateSync(at("a"), 5 * 1024 ** 3);
    expect(() => readTextFile(at("a"))).toThrow("5368709120 bytes");
  });
});
