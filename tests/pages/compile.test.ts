import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { compilePages } from "./compile-pages.js";
import { faultText, pagePaths, readPage, root } from "./pages.js";

let faults: ReturnType<typeof compilePages>;
beforeAll(() => {
  faults = compilePages(pagePaths.map((path) => ({ path, text: readPage(path), given: givenTo(path) })));
}, 300_000);

test.each(pagePaths)("the code of %s is what it says it is", (path) => {
  expect(faultText(path, faults.get(path)!)).toBe("");
});

/** What an example has; its page goes on from there. */
function givenTo(path: string): Record<string, string> {
  if (!/^examples\/.+\/README\.md$/.test(path)) return {};
  const folder = join(root, dirname(path));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.(ts|json)$/.test(file) && !/^(\.coconut|node_modules)\//.test(file),
  );
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
}
