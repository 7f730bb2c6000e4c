import { linkSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { guardFiles, identityOf, isGuarded } from "./guarded-files.js";

test("a guarded file is recognised under every name, until its owner lets go of it", () => {
  const folder = mkdtempSync(join(tmpdir(), "coconut-guarded-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string) => join(folder, name);
  writeFileSync(at("a.db"), "");
  writeFileSync(at("other"), "");
  const release = guardFiles(["a.db", "a.db-wal"].map((name) => identityOf(at(name))));
  const again = guardFiles([identityOf(at("a.db"))]);
  linkSync(at("a.db"), at("hard link"));
  symlinkSync("a.db", at("link"));
  const names = ["a.db", "../" + folder.split("/").at(-1) + "/a.db", "hard link", "link"];
  expect(names.map((name) => isGuarded(at(name)))).toEqual([true, true, true, true]);
  renameSync(at("a.db"), at("moved"));
  expect([isGuarded(at("moved")), isGuarded(at("a.db"))]).toEqual([true, false]);
  expect(["other", "a.db-wal", "nothing", "other/below"].map((name) => isGuarded(at(name)))).toEqual(
    Array(4).fill(false),
  );
  release();
  expect(isGuarded(at("moved"))).toBe(true);
  again();
  expect(isGuarded(at("moved"))).toBe(false);
});
