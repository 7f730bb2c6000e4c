import { moduleFacts, type ModuleImport } from "./module-facts.js";
import { isSource, type SourceTree } from "./source-tree.js";

export interface Import extends ModuleImport {
  readonly from: string;
  /** The imported file of this repository; undefined for packages and for what does not exist. */
  readonly to?: string;
}

/** Every import written in shipped code. */
export function sourceImports(tree: SourceTree): Import[] {
  return [...tree.keys()].filter(isSource).flatMap((from) =>
    moduleFacts(from, tree.get(from) as string).imports.map((each) => {
      const to = each.what.startsWith(".") ? resolve(from, each.what) : undefined;
      return { ...each, from, ...(to !== undefined && tree.has(to) && { to }) };
    }),
  );
}

/** The files that can be reached from `starts`, themselves included. */
export function reachable(tree: SourceTree, starts: readonly string[]): Set<string> {
  const edges = edgesOf(sourceImports(tree));
  const reached = new Set(starts);
  for (const path of reached) for (const next of edges.get(path) ?? []) reached.add(next);
  return reached;
}

/**
 * Each cycle of what is loaded at run time, as the list of its files. Types may be mutually recursive over
 * files, as an Output and its shapes are: nothing of that is left when the program runs.
 */
export function importCycles(tree: SourceTree): string[][] {
  const edges = edgesOf(sourceImports(tree).filter(({ typeOnly }) => !typeOnly));
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const enter = (file: string) => {
    if (path.includes(file)) {
      cycles.push(path.slice(path.indexOf(file)));
      return;
    }
    if (done.has(file)) return;
    path.push(file);
    for (const next of edges.get(file) ?? []) enter(next);
    path.pop();
    done.add(file);
  };
  for (const file of edges.keys()) enter(file);
  return cycles;
}

function edgesOf(imports: readonly Import[]): Map<string, string[]> {
  const edges = new Map<string, string[]>();
  for (const { from, to } of imports) {
    if (to !== undefined) edges.set(from, [...(edges.get(from) ?? []), to]);
  }
  return edges;
}

function resolve(from: string, specifier: string): string {
  const url = new URL(specifier, `file:///${from}`);
  return decodeURIComponent(url.pathname.slice(1)).replace(/\.js$/, ".ts");
}
