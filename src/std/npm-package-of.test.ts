import { expect, test } from "vitest";
import { npmPackageOf } from "./npm-package-of.js";

test.each([
  ["disk", "disk"],
  ["disk/file", "disk"],
  ["@acme/disk", "@acme/disk"],
  ["@acme/disk/file/index.js", "@acme/disk"],
])("%s is in %s", (specifier, name) => {
  expect(npmPackageOf(specifier)).toBe(name);
});
