import { expect, test } from "vitest";
import { isMissing, osFault } from "./os-fault.js";

const failed = (code: string) => Object.assign(new Error(`${code}: some words of the system`), { code });

test.each([
  ["EACCES", "Writing a failed: permission denied."],
  ["EPERM", "Writing a failed: permission denied."],
  ["EROFS", "the file system is read-only"],
  ["ENOSPC", "the file system is full"],
  ["ENAMETOOLONG", "too long for the file system"],
  ["ELOOP", "a loop of symbolic links"],
  ["ENOTDIR", "one of its parents is not a folder"],
  ["EISDIR", "it is a folder"],
  ["EEXIST", "something else was created there in the meantime"],
  ["EIO", "Writing a failed: EIO: some words of the system"],
])("%s says what to do", (code, told) => {
  expect(osFault(failed(code), "Writing", "a").message).toContain(told);
  expect(osFault(failed(code), "Writing", "a").message).toContain(code);
});

test("what is no word of the system stays what it is", () => {
  const own = new Error("There is a folder.");
  expect(osFault(own, "Writing", "a")).toBe(own);
});

test("only two words say that there is nothing", () => {
  expect(["ENOENT", "ENOTDIR"].every((code) => isMissing(failed(code)))).toBe(true);
  expect(["EACCES", "ELOOP", "EIO"].some((code) => isMissing(failed(code)))).toBe(false);
  expect([undefined, null, "ENOENT", new Error("ENOENT")].some(isMissing)).toBe(false);
});
