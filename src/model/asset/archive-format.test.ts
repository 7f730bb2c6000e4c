import { expect, test } from "vitest";
import { archiveFormatOf } from "./archive-format.js";

test.each([
  ["a.tar", "tar"],
  ["a.tar.gz", "tar.gz"],
  ["a.tgz", "tar.gz"],
  ["/folder/a.zip", "zip"],
  ["a.jar", "zip"],
  ["A.ZIP", "zip"],
  ["a.b.tar.gz", "tar.gz"],
  ["a.gz", undefined],
  ["a.txt", undefined],
  ["tar", undefined],
  ["a.zip/b", undefined],
  ["", undefined],
])("%s is of the format %s", (name, format) => {
  expect(archiveFormatOf(name)).toBe(format);
});
