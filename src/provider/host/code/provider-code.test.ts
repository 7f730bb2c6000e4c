import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { providerCode } from "./index.js";

const project = realpathSync(mkdtempSync(join(tmpdir(), "coconut-provider-code-")));
afterAll(() => rmSync(project, { recursive: true }));
beforeAll(() => {
  for (const name of ["cloud", "sdk"]) {
    mkdirSync(join(project, "node_modules", name, "lib"), { recursive: true });
    const manifest = JSON.stringify({ name, version: "1.0.0" });
    writeFileSync(join(project, "node_modules", name, "package.json"), manifest);
  }
});

const own = {
  digest: "abc",
  imports: ["sdk/part", "none", pathToFileURL(join(project, "node_modules/cloud/lib/a.js")).href],
};

test.each<[what: string, module: string, compiled: typeof own | undefined, expected: readonly string[]]>([
  ["a package, whichever part of it is named", "cloud/part", undefined, ["cloud"]],
  ["a package that is not installed", "nowhere", undefined, []],
  ["a module of the project, with the packages of its imports", "./a.ts", own, ["./a.ts", "cloud", "sdk"]],
  ["a module of the project that nothing compiles", "./a.ts", undefined, []],
])("%s", async (_, module, compiled, expected) => {
  const read = await providerCode({ module }, project, compiled);
  expect(read().map(({ name }) => name)).toEqual(expected);
});

test("a project whose folder is not there loads what is bundled", async () => {
  const read = await providerCode({ module: "@coconut/coconut/local" }, join(project, "gone"), undefined);
  expect(read()[0]).toMatchObject({ name: "@coconut/coconut" });
});
