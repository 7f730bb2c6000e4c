import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The files of a repository: path from its root, with forward slashes, to text. */
export type SourceTree = ReadonlyMap<string, string>;

/** Reads every text file below `root`, but for the names in `ignored`. */
export function readSourceTree(root: string, ignored: ReadonlySet<string>): SourceTree {
  const tree = new Map<string, string>();
  const read = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (ignored.has(entry.name) || ignored.has(path)) continue;
      if (entry.isDirectory()) read(path);
      else if (entry.isFile()) {
        const text = readFileSync(join(root, path), "utf8");
        if (!text.includes("\0")) tree.set(path, text);
      }
    }
  };
  read("");
  return tree;
}

export function isTypeScript(path: string): boolean {
  return path.endsWith(".ts");
}

export function isTest(path: string): boolean {
  return path.endsWith(".test.ts");
}

/** Code that ships: below `src`, and no test. */
export function isSource(path: string): boolean {
  return path.startsWith("src/") && isTypeScript(path) && !isTest(path);
}

/** `src/model/value/walk.ts` is in the top folder `model`; a file directly below `src` is in none. */
export function topFolder(path: string): string | undefined {
  const [, folder, rest] = path.split("/");
  return rest === undefined ? undefined : folder;
}

/** The sources of what others import or run, as `package.json` names them. */
export function entriesOf(tree: SourceTree): string[] {
  const manifest = JSON.parse(tree.get("package.json") ?? "{}") as {
    readonly bin?: Readonly<Record<string, string>>;
    readonly exports?: Readonly<Record<string, string | { readonly default: string }>>;
  };
  return [...Object.values(manifest.bin ?? {}), ...Object.values(manifest.exports ?? {})]
    .map((entry) => (typeof entry === "string" ? entry : entry.default))
    .map((file) => file.replace("./dist/", "src/").replace(/\.js$/, ".ts"));
}
