import { expect, test } from "vitest";
import { parseChecksums } from "./checksums.js";

const one = "1".repeat(64);
const two = "a".repeat(64);

test("a list has a hash and a file name per line", () => {
  const text = `${one}  a_1.0.0_linux_amd64.zip\r\n${two.toUpperCase()} *a_1.0.0_manifest.json\n\n`;
  expect(parseChecksums(text)).toEqual({
    byFile: new Map([
      ["a_1.0.0_linux_amd64.zip", one],
      ["a_1.0.0_manifest.json", two],
    ]),
    hashes: [`zh:${one}`, `zh:${two}`],
  });
});

test.each([
  ["a page", "<html>"],
  ["a short hash", `${one.slice(1)}  a.zip`],
  ["no file name", one],
  ["two hashes of one file", `${one}  a.zip\n${two}  a.zip`],
])("%s is not a list", (_, text) => {
  expect(parseChecksums(text)).toBeUndefined();
});
