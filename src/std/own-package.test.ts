import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isAuthorsFile } from "./own-package.js";

test.each<[string, boolean]>([
  ["/shop/main.ts", true],
  ["/shop/packages/site/src/site.ts", true],
  ["C:\\shop\\main.ts", true],
  ["/shop/node_modules/library/index.js", false],
  ["C:\\shop\\node_modules\\library\\index.js", false],
  ["/shop/.coconut/cache/abc.mjs", false],
  [fileURLToPath(import.meta.url), false],
  ["evalmachine.<anonymous>", false],
  ["native", false],
])("%s", (file, isAuthors) => {
  expect(isAuthorsFile(file)).toBe(isAuthors);
});
