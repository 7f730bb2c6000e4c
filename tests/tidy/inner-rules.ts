import { sourceImports, stronglyConnected } from "./import-graph.js";
import { rest, shelf, type InnerTable, type Layout } from "./layout.js";
import { isSource, topFolder, type SourceTree } from "./source-tree.js";

/** From so many folders inside on, a top folder has a table of its own. */
const largeFolder = 3;

/** The imports inside top folders against their tables, and the tables against the files that there are. */
export function innerImports(tree: SourceTree, layout: Layout): string[] {
  return topFolders(tree).flatMap((top) => {
    const { folders, crossings } = insideOf(tree, top);
    const table = layout[top]?.inside;
    if (table === undefined)
      return folders.size < largeFolder ? [] : [`src/${top}: ${folders.size} folders inside and no table`];
    const imported = new Set(
      crossings.filter(({ source }) => folders.has(source)).map(({ target }) => target),
    );
    const missing = [...folders].filter((folder) => !Object.hasOwn(table, folder));
    const strange = Object.keys(table).filter(
      (row) => row !== rest && !folders.has(row) && !imported.has(row),
    );
    return [
      ...missing.map((folder) => `src/${top}/${folder}: is not in the table of ${top}`),
      ...strange.map((row) => `src/${top}/${row}: has a row, and is neither a folder nor imported by one`),
      ...crossings
        .filter(({ source, target }) => !permits(table, source, target))
        .map(
          ({ from, line, source, target }) => `${from}:${line}: ${top}/${source} may not import ${target}`,
        ),
    ];
  });
}

/** Each set of folders inside a top folder that import each other, with the files of the top folder that are part of it. */
export function innerCycles(tree: SourceTree): string[] {
  return topFolders(tree).flatMap((top) => {
    const { folders, edges } = insideOf(tree, top);
    return stronglyConnected(edges)
      .filter((members) => members.some((member) => folders.has(member)))
      .map((members) => `src/${top}: ${members.sort().join(" + ")} import each other`);
  });
}

/** Edges that a table permits and that no import uses, in the layout and in the tables inside its folders. */
export function unusedEdges(tree: SourceTree, layout: Layout): string[] {
  const used = new Set(
    sourceImports(tree).map(({ from, to = "" }) => `${topFolder(from)} → ${topFolder(to)}`),
  );
  return Object.entries(layout).flatMap(([top, rule]) => {
    const table = rule.inside ?? {};
    const { crossings } = insideOf(tree, top);
    const inside = new Set(crossings.map(({ source, target }) => `${rowOf(table, source)} → ${target}`));
    return [
      ...rule.imports
        .filter((target) => !used.has(`${top} → ${target}`))
        .map((target) => `src/${top}: may import ${target}, and does not`),
      ...Object.entries(table).flatMap(([row, targets]) =>
        targets
          .filter((target) => !inside.has(`${row} → ${target}`))
          .map((target) => `src/${top}: ${row} may import ${target}, and does not`),
      ),
    ];
  });
}

/** The imports between the direct members of a top folder, and which members are folders. */
function insideOf(tree: SourceTree, top: string) {
  const paths = [...tree.keys()].filter((path) => isSource(path) && topFolder(path) === top);
  const folders = new Set(paths.filter((path) => path.split("/").length > 3).map(member));
  const all = sourceImports(tree)
    .filter(({ from, to }) => topFolder(from) === top && topFolder(to ?? "") === top)
    .map((each) => ({ ...each, source: member(each.from), target: member(each.to as string) }))
    .filter(({ source, target }) => source !== target);
  const edges = new Map<string, Set<string>>();
  for (const { source, target } of all) edges.set(source, (edges.get(source) ?? new Set()).add(target));
  const crossings = all.filter(({ source, target }) => folders.has(source) || folders.has(target));
  return { folders, edges, crossings };
}

function permits(table: InnerTable, source: string, target: string): boolean {
  return table[rowOf(table, source)]?.includes(target) === true;
}

function rowOf(table: InnerTable, source: string): string {
  return Object.hasOwn(table, source) || !source.endsWith(".ts") ? source : rest;
}

/** `src/model/value/walk.ts` is in `value` of `model`; `src/model/event.ts` is a member by itself. */
function member(path: string): string {
  return path.split("/")[2] as string;
}

function topFolders(tree: SourceTree): string[] {
  const tops = [...tree.keys()].filter(isSource).flatMap((path) => topFolder(path) ?? []);
  return [...new Set(tops)].filter((top) => top !== shelf).sort();
}
