import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { programFault } from "./program-platform.js";

const folder = mkdtempSync(join(tmpdir(), "coconut-programs-"));
afterAll(() => rmSync(folder, { recursive: true }));

const elf = (machine: number) =>
  Buffer.concat([Buffer.from("\x7fELF\x02\x01\x01"), Buffer.alloc(11), Buffer.from([machine, 0])]);
const mach = (type: number) => Buffer.from([0xcf, 0xfa, 0xed, 0xfe, type, 0, 0, 1]);
const linux = { platform: "linux", arch: "x64" };
const mac = { platform: "darwin", arch: "arm64" };

test.each([
  ["a program of Linux", elf(62), linux, undefined],
  ["a program of Linux for 32 bits", elf(3), linux, undefined],
  ["a program of Linux for another processor", elf(183), linux, "The program is built for linux on arm64."],
  [
    "a program of Linux for an unknown processor",
    elf(99),
    linux,
    "The program is built for linux on another processor.",
  ],
  ["a program of Linux on macOS", elf(183), mac, "The program is built for linux on arm64."],
  ["a program of macOS", mach(12), mac, undefined],
  ["a program of macOS that it can translate", mach(7), mac, undefined],
  ["a program of macOS on Linux", mach(7), linux, "The program is built for darwin on x64."],
  ["a program of Windows on Linux", Buffer.from("MZ\x90"), linux, "The program is built for win32."],
  ["a script", Buffer.from("#!/bin/sh\n"), linux, undefined],
  ["a text", Buffer.from("hello, this is a text\n"), linux, "The file is not a program."],
  ["an empty file", Buffer.alloc(0), linux, "The file is not a program."],
])("%s", (_, bytes, machine, fault) => {
  const file = join(folder, "program");
  writeFileSync(file, bytes);
  expect(programFault(file, machine)).toBe(fault);
});

test("a file that is missing is left to the system", () => {
  expect(programFault(join(folder, "missing"))).toBeUndefined();
});
