import { spawnSync } from "node:child_process";
import { unusedDoors } from "../../tests/tidy/door-rules.js";
import { resolveImport } from "../../tests/tidy/import-graph.js";
import { innerCycles, unusedEdges } from "../../tests/tidy/inner-rules.js";
import type { Layout } from "../../tests/tidy/layout.js";
import { moduleFacts } from "../../tests/tidy/module-facts.js";
import {
  entriesOf,
  isSource,
  readSourceTree,
  topFolder,
  type SourceTree,
} from "../../tests/tidy/source-tree.js";
import { nameOf, parseSyntax, stringOf, walkSyntax, type SyntaxNode } from "../../tests/support/syntax.js";
import { shapesOn, type Path } from "./shapes.js";

/** One row of the table: a number, and optionally the names behind it. */
export interface Measure {
  readonly name: string;
  readonly value: number;
  readonly names?: readonly string[];
}

/** Folders that do not count as part of the path: data types, helpers, user interfaces and bundled providers. */
const besidePath = new Set(["std", "model", "render", "cli", "embed", "providers", "testing"]);

/** Options whose names have no other meaning in the code. */
const options = ["deleteBeforeReplace", "deletedWith", "ignoreChanges", "replaceOnChanges", "retainOnDelete"];

/** Measures the repository in a folder. Its packages must be installed or linked there. */
export function measure(root: string): Measure[] {
  const tree = readSourceTree(root, new Set(["node_modules", "dist", ".git", ".coconut", "coverage"]));
  const sources = [...tree.keys()].filter(isSource);
  const path = pathOf(root);
  const found = (name: string, names: readonly string[]): Measure => ({ name, value: names.length, names });
  return [
    { name: "source files", value: sources.length },
    { name: "statements", value: sum(sources.map((file) => statements(file, tree.get(file) as string))) },
    found("second-level import cycles", innerCycles(tree)),
    found("doors that nothing enters", unusedDoors(tree, entriesOf(tree))),
    found("permitted edges that nothing uses", unusedEdges(tree, layoutOf(tree))),
    found("files on the path of a resource", Object.keys(path).sort()),
    found("shapes on that path", shapesOn(path, tree)),
    ...options.map((option) =>
      found(
        `files that name ${option}`,
        sources.filter((file) => names(tree, file, option)),
      ),
    ),
    found(
      "files that know the SQLite store",
      sources.filter((file) => knowsStore(tree, file)),
    ),
  ];
}

function pathOf(root: string): Path {
  const script = "scripts/trace-apply.mjs";
  const { status, stdout } = spawnSync(process.execPath, [script, root], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`${script} failed for ${root}.`);
  const all = Object.entries(JSON.parse(stdout) as Path);
  return Object.fromEntries(all.filter(([file]) => !besidePath.has(topFolder(file) ?? "")));
}

/**
 * Statements and declarations of functions, classes, variables and types, imports and exports. Blocks are not counted.
 */
function statements(file: string, text: string): number {
  let count = 0;
  walkSyntax(parseSyntax(file, text).program, (node, { parent, key }) => {
    const isWithin =
      key === "declaration" || (key === "init" && parent?.type === "ForStatement") || key === "left";
    if (/(?:Statement|Declaration)$/.test(node.type) && !uncounted.has(node.type) && !isWithin) count++;
  });
  return count;
}

const uncounted = new Set(["BlockStatement", "EmptyStatement"]);

/** True if the code contains the word as a name, a key or a string. */
function names(tree: SourceTree, file: string, word: string): boolean {
  let isNamed = false;
  walkSyntax(parseSyntax(file, tree.get(file) as string).program, (node) => {
    isNamed ||= (nameOf(node) ?? stringOf(node)) === word;
  });
  return isNamed;
}

/** True for a file outside the SQLite store that imports it, or has SQLite in a name or a string. */
function knowsStore(tree: SourceTree, file: string): boolean {
  const folder = "src/store/sqlite/";
  if (file.startsWith(folder)) return false;
  const text = tree.get(file) as string;
  const imports = moduleFacts(file, text).imports.map(({ what }) => resolveImport(file, what));
  let isNamed = imports.some((to) => to.startsWith(folder));
  walkSyntax(parseSyntax(file, text).program, (node) => {
    isNamed ||= /sqlite/i.test(wordOf(node) ?? "");
  });
  return isNamed;
}

function wordOf(node: SyntaxNode): string | undefined {
  if (node.type === "TemplateElement") return (node["value"] as { readonly raw: string }).raw;
  return nameOf(node) ?? stringOf(node);
}

/** Returns the layout of the measured tree, which may be an older commit that has the layout in the test itself. */
function layoutOf(tree: SourceTree): Layout {
  const file = ["tests/tidy/layout.ts", "tests/tidy.test.ts"].find((each) => tree.has(each)) ?? "";
  const text = tree.get(file) ?? "";
  let layout: Layout = {};
  walkSyntax(parseSyntax(file, text).program, (node) => {
    if (node.type !== "VariableDeclarator" || nameOf(node["id"]) !== "layout") return;
    const { start, end } = node["init"] as SyntaxNode;
    // A literal from this repository.
    // oxlint-disable-next-line no-implied-eval
    layout = new Function(`return ${text.slice(start, end)}`)() as Layout;
  });
  return layout;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
