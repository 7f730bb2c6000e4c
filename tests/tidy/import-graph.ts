import { moduleFacts, type ModuleImport } from "./module-facts.js";
import { isSource, type SourceTree } from "./source-tree.js";

export interface Import extends ModuleImport {
  readonly from: string;
  /** The imported file of this repository; undefined for packages and for what does not exist. */
  readonly to?: string;
}

/** Every import written in shipped code. */
export function sourceImports(tree: SourceTree): readonly Import[] {
  const found = known.get(tree) ?? readImports(tree);
  known.set(tree, found);
  return found;
}

const known = new WeakMap<SourceTree, readonly Import[]>();

function readImports(tree: SourceTree): Import[] {
  return [...tree.keys()].filter(isSource).flatMap((from) =>
    moduleFacts(from, tree.get(from) as string).imports.map((each) => {
      const to = each.what.startsWith(".") ? resolveImport(from, each.what) : undefined;
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

/** The sets of nodes that reach each other, of two nodes or more. */
export function stronglyConnected(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const behind = new Map([...edges.keys()].map((node) => [node, reach(edges, node)]));
  const found = new Map<string, string[]>();
  for (const [node, reached] of behind) {
    const members = [...reached].filter((other) => behind.get(other)?.has(node) === true).sort();
    if (members.length > 1) found.set(members.join(), members);
  }
  return [...found.values()];
}

function reach(edges: ReadonlyMap<string, ReadonlySet<string>>, start: string): Set<string> {
  const reached = new Set(edges.get(start));
  for (const node of reached) for (const next of edges.get(node) ?? []) reached.add(next);
  return reached;
}

function edgesOf(imports: readonly Import[]): Map<string, string[]> {
  const edges = new Map<string, string[]>();
  for (const { from, to } of imports) {
    if (to !== undefined) edges.set(from, [...(edges.get(from) ?? []), to]);
  }
  return edges;
}

/** The file that a relative import names, whether it exists or not. */
export function resolveImport(from: string, specifier: string): string {
  const url = new URL(specifier, `file:///${from}`);
  return decodeURIComponent(url.pathname.slice(1)).replace(/\.js$/, ".ts");
}
