import { expect, test } from "vitest";
import { isEffectivelyEmpty } from "./read-folder.js";

test.each([
  [true, []],
  [true, ["package.json", "node_modules", "package-lock.json"]],
  [true, [".git", ".gitignore", "README.md", "LICENSE", "readme", "Licence.txt"]],
  [true, ["pnpm-lock.yaml", "yarn.lock", "bun.lock", "bun.lockb", ".DS_Store", ".vscode"]],
  [false, ["main.ts"]],
  [false, [".git", "src"]],
  [false, ["coconut.json"]],
  [false, [".coconut"]],
  [false, ["package.json.bak"]],
  [false, ["readme-old.md"]],
])("%s: %j", (isSo, entries) => {
  expect(isEffectivelyEmpty(entries)).toBe(isSo);
});
