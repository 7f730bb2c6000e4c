import { resolveImport, sourceImports, type Import } from "./import-graph.js";
import { shelf, type Layout } from "./layout.js";
import { moduleFacts } from "./module-facts.js";
import { isSource, isTypeScript, topFolder, type SourceTree } from "./source-tree.js";

/**
 * A top folder is entered by its `index.ts`, or by that of a folder inside it: who needs only values need not load types
 * and names. A folder inside a top folder has an `index.ts` that the files beside it use as well, or it has none.
 */
export function frontDoors(tree: SourceTree, layout: Layout): string[] {
  return sourceImports(tree).flatMap((each) => {
    const folder = passedBy(tree, layout, each);
    return folder === undefined
      ? []
      : [`${each.from}:${each.line}: enters ${folder} by ${each.what}, not by its index.ts`];
  });
}

/** Each `index.ts` below `src` that no file outside of its folder imports, and that is no entry of the package. */
export function unusedDoors(tree: SourceTree, entries: readonly string[]): string[] {
  const entered = new Set(entries);
  for (const [from, text] of tree) {
    if (!isTypeScript(from)) continue;
    for (const { what } of moduleFacts(from, text).imports) {
      const to = what.startsWith(".") ? resolveImport(from, what) : what;
      if (isIndex(to) && !from.startsWith(folderOf(to) + "/")) entered.add(to);
    }
  }
  return [...tree.keys()]
    .filter((path) => isSource(path) && isIndex(path) && !entered.has(path))
    .map((path) => `${path}: nothing outside of its folder imports it`);
}

/** Every top folder, and every `index.ts`, begins by saying what the folder is. */
export function folderHeaders(tree: SourceTree, layout: Layout): string[] {
  const missing = headedFolders(tree, layout).filter((folder) => headerFile(tree, folder) === undefined);
  const silent = [...tree].filter(
    ([path, text]) => isSource(path) && isIndex(path) && headerOf(text) === undefined,
  );
  return [
    ...missing.map((folder) => `${folder}: has no index.ts`),
    ...silent.map(([path]) => `${path}: does not begin with a header comment`),
  ];
}

/** The header of a top folder names the folders that its files import: `Imports: model, sdk.` or `Imports: nothing.` */
export function headerImports(tree: SourceTree, layout: Layout): string[] {
  const imports = sourceImports(tree);
  return headedFolders(tree, layout).flatMap((folder) => {
    const file = headerFile(tree, folder);
    if (file === undefined) return [];
    const targets = imports
      .filter(({ from }) => from.startsWith(`${folder}/`))
      .flatMap(({ to }) => topFolder(to ?? "") ?? [])
      .filter((target) => target !== shelf && target !== topFolder(file));
    const real = [...new Set(targets)].sort().join(", ") || "nothing";
    const said = /\bImports: ([^.]*)\./.exec(headerOf(tree.get(file) as string) ?? "")?.[1];
    return said === real
      ? []
      : [`${file}: the header says ${said ?? "nothing about imports"}; write "Imports: ${real}."`];
  });
}

/** The table of folders in ARCHITECTURE.md has a row for each top folder, which names the folders inside it. */
export function namedFolders(tree: SourceTree, page: string): string[] {
  const rows = new Map([...page.matchAll(/^\| `([\w-]+)\/` \|.*$/gm)].map(([row, top]) => [top, row]));
  const folders = new Set([...tree.keys()].filter(isSource).flatMap((path) => foldersOf(path).slice(0, 2)));
  return [...folders].flatMap((folder) => {
    const [, top, inner] = folder.split("/");
    const row = rows.get(top);
    if (inner === undefined) return row === undefined ? [`${folder}: ARCHITECTURE.md has no row for it`] : [];
    const isNamed = row?.includes(`\`${inner}/\``) === true || row?.includes(`\`${top}/${inner}/\``) === true;
    return isNamed ? [] : [`${folder}: the row of ${top} in ARCHITECTURE.md does not name it`];
  });
}

/** The outermost folder that an import goes into although it should have used the folder's `index.ts`. */
function passedBy(tree: SourceTree, layout: Layout, { from, to }: Import): string | undefined {
  if (to === undefined || isIndex(to)) return undefined;
  const [top = "", ...inner] = foldersOf(to).filter((folder) => !from.startsWith(`${folder}/`));
  if (topFolder(from) === topFolder(to))
    return [top, ...inner].find((folder) => tree.has(`${folder}/index.ts`))?.slice("src/".length);
  const door = layout[topFolder(to) ?? ""]?.door;
  if (door === "files" || (door === "internal" && to === `${top}/internal.ts`)) return undefined;
  return topFolder(to);
}

/** The folders whose header says what they import: top folders, and the packages in a folder of packages. */
function headedFolders(tree: SourceTree, layout: Layout): string[] {
  const folders = [...tree.keys()].filter(isSource).flatMap((path) => {
    const [top, inner] = foldersOf(path);
    return (layout[topFolder(path) ?? ""]?.door === "packages" ? inner : top) ?? [];
  });
  return [...new Set(folders)];
}

/** A folder that is a program, which no other folder imports, has its header in `main.ts`. */
function headerFile(tree: SourceTree, folder: string): string | undefined {
  return [`${folder}/index.ts`, `${folder}/main.ts`].find((file) => tree.has(file));
}

function headerOf(text: string): string | undefined {
  return /^(?:#!.*\n)?(\/\*\*[^]*?\*\/|(?:\/\/.*\n)+)/.exec(text)?.[1]?.replace(/\n \*/g, "");
}

/** The folders around a file, outermost first, without `src` itself. */
function foldersOf(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return names.slice(1).map((_, index) => names.slice(0, index + 2).join("/"));
}

function folderOf(path: string): string {
  return path.replace(/\/[^/]+$/, "");
}

function isIndex(path: string): boolean {
  return path.endsWith("/index.ts");
}
