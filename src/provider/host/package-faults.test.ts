import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { packageFaults } from "./package-faults.js";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "coconut-faults-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** What is wrong with a project of these files, by code. */
async function faults(files: Readonly<Record<string, object>>): Promise<readonly string[]> {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(content));
  }
  return (await packageFaults(folder)).map(({ code }) => code);
}

const claiming = (name: string) => ({ name, coconut: { packages: { cloud: "./index.js" } } });
const two = {
  "package.json": { dependencies: { one: "1", two: "1" } },
  "node_modules/one/package.json": claiming("one"),
  "node_modules/two/package.json": claiming("two"),
};

test("two that claim the same are a fault, unless the project says which", async () => {
  expect(await faults(two)).toEqual(["provider/ambiguous-package"]);
  expect(await faults({ "coconut.json": { packages: { cloud: "one" } } })).toEqual([]);
});

test("what the project names has to be there", async () => {
  const packages = { cloud: "nowhere", disk: "./disk.ts" };
  expect(await faults({ "coconut.json": { packages } })).toEqual([
    "provider/package-not-installed",
    "provider/module-not-found",
  ]);
});

test("what only developers need may be missing", async () => {
  const missing = { dependencies: { one: "1" }, devDependencies: { two: "1" } };
  expect(await faults({ "package.json": missing })).toEqual(["provider/package-not-installed"]);
});
