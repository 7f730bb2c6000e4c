import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { generateClasses } from "../../src/provider/terraform/project/index.js";
import { providerBinary, withoutGo } from "../terraform/providers/provider-binaries.js";
import { compilePages } from "./compile-pages.js";
import { faultText, pagePaths, providerPages, readPage, root } from "./pages.js";

const needsProviders = new Set<string>(providerPages);
let faults: ReturnType<typeof compilePages>;
beforeAll(async () => {
  const classes = mkdtempSync(join(tmpdir(), "coconut-classes-"));
  try {
    for (const name of withoutGo === undefined ? (["local", "time"] as const) : [])
      await generateClasses(`tf_${name}`, providerBinary(name)!, classes);
    const pages = pagePaths.map((path) => ({ path, text: readPage(path), given: givenTo(path) }));
    faults = compilePages(pages, { classes });
  } finally {
    rmSync(classes, { recursive: true, force: true });
  }
}, 300_000);

describe("the code of a page is what it says it is", () => {
  test.each(pagePaths.filter((path) => !needsProviders.has(path)))("%s", expectNoFaults);

  test.skipIf(withoutGo !== undefined).each(providerPages)("%s, with real providers", expectNoFaults);
});

function expectNoFaults(path: string): void {
  expect(faultText(path, faults.get(path)!)).toBe("");
}

/** What an example has; its page goes on from there. */
function givenTo(path: string): Record<string, string> {
  if (!/^examples\/.+\/README\.md$/.test(path)) return {};
  const folder = join(root, dirname(path));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.(ts|json)$/.test(file) && !/^(\.coconut|node_modules)\//.test(file),
  );
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
}
