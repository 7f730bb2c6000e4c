import { expect, test } from "vitest";
import { parseSyntax, type SyntaxNode } from "../support/syntax.js";
import { readSourceTree, topFolder, type SourceTree } from "../tidy/source-tree.js";

const source = readSourceTree(
  new URL("../..", import.meta.url).pathname,
  new Set(["node_modules", "dist", ".git"]),
);

test("a program that imports the SDK loads it and the nouns, nothing that runs anything", () => {
  const { files, packages } = loadedFrom("src/embed/index.ts", source);
  expect(files.length).toBeGreaterThan(10);
  // JSON as it is then: what a program does to it later changes nothing.
  const besides = files.filter((file) => !["embed", "model", "sdk"].includes(topFolder(file)!));
  expect(besides).toEqual(["src/std/plain-json.ts"]);
  expect(packages.filter((name) => !name.startsWith("node:"))).toEqual([]);
});

test("the graph follows what is loaded at once, and nothing else", () => {
  const tree = new Map([
    [
      "src/a/index.ts",
      'import "./b.js"; import type { D } from "./d.js"; export * from "../c/index.js"; import("./d.js");',
    ],
    [
      "src/a/b.ts",
      'import { c } from "../c/index.js"; import fs from "node:fs"; export type { D } from "./d.js";',
    ],
    ["src/a/d.ts", 'import "tar";'],
    ["src/c/index.ts", 'export { type D } from "../e/index.js"; export { d } from "./d.js";'],
    ["src/c/d.ts", 'import "../a/index.js";'],
    ["src/e/index.ts", ""],
  ]);
  expect(loadedFrom("src/a/index.ts", tree)).toEqual({
    files: ["src/a/b.ts", "src/a/index.ts", "src/c/d.ts", "src/c/index.ts", "src/e/index.ts"],
    packages: ["node:fs"],
  });
});

/** Every file that importing `entry` loads before its promise settles; `import()` inside functions comes later. */
function loadedFrom(entry: string, tree: SourceTree): { files: string[]; packages: string[] } {
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const file of files) {
    for (const specifier of staticImports(file, tree.get(file)!)) {
      if (!specifier.startsWith(".")) packages.add(specifier);
      else files.add(new URL(specifier, `file:///${file}`).pathname.slice(1).replace(/\.js$/, ".ts"));
    }
  }
  return { files: [...files].toSorted(), packages: [...packages] };
}

/** An import whose names are all types is still an import of the module, unless it begins with `import type`. */
function staticImports(file: string, text: string): string[] {
  return (parseSyntax(file, text).program["body"] as SyntaxNode[])
    .filter((statement) => statement["importKind"] !== "type" && statement["exportKind"] !== "type")
    .flatMap((statement) => {
      const specifier = statement["source"] as { readonly value: string } | undefined | null;
      return specifier ? [specifier.value] : [];
    });
}
