import { builtinModules } from "node:module";
import { importCycles, reachable, sourceImports, type Import } from "./import-graph.js";
import { shelf, type Layout } from "./layout.js";
import { moduleFacts } from "./module-facts.js";
import { isSource, topFolder, type SourceTree } from "./source-tree.js";

export function importDirection(tree: SourceTree, layout: Layout): string[] {
  const homeless = [...tree.keys()]
    .filter((path) => isSource(path) && !Object.hasOwn(layout, topFolder(path) ?? ""))
    .map((path) => `${path}: is in no folder of the layout`);
  const wrong = crossings(tree)
    .filter(({ source, target }) => target !== shelf && !(layout[source]?.imports ?? []).includes(target))
    .map(({ from, line, source, target }) => `${from}:${line}: ${source} may not import ${target}`);
  return [...homeless, ...wrong];
}

/** The table itself must not contradict itself: each folder stands above what it imports. */
export function layoutCycles(layout: Layout): string[] {
  const below = (folder: string, path: readonly string[]): string[] =>
    path.includes(folder)
      ? [[...path, folder].join(" → ")]
      : (layout[folder]?.imports ?? []).flatMap((next) => below(next, [...path, folder]));
  return Object.keys(layout).flatMap((folder) => below(folder, []));
}

/** Shipped code names its own files relatively, existing ones only, and packages it depends on. */
export function importTargets(tree: SourceTree, dependencies: readonly string[]): string[] {
  const isKnown = ({ what, to }: Import) =>
    what.startsWith(".")
      ? to !== undefined
      : isBuiltin(what) || dependencies.some((name) => what === name || what.startsWith(`${name}/`));
  return sourceImports(tree)
    .filter((each) => !isKnown(each))
    .map(({ from, line, what }) => `${from}:${line}: ${what} is neither a file here nor a dependency`);
}

/** Also checks what pure folders reach outside themselves, so that no effect hides behind the shelf. */
export function purity(tree: SourceTree, layout: Layout): string[] {
  const isPure = (path: string) => isSource(path) && layout[topFolder(path) ?? ""]?.pure === true;
  const reached = reachable(tree, [...tree.keys()].filter(isPure));
  return [...reached].flatMap((path) => {
    const { effects, imports } = moduleFacts(path, tree.get(path) as string);
    const packages = imports.filter(({ what }) => !what.startsWith("."));
    return [...effects, ...packages].map(({ what, line }) => `${path}:${line}: ${what} in pure code`);
  });
}

/** Files of these folders use `JSON` as `std/plain-json.ts` has it: the global one belongs to whatever code runs. */
export function globalJson(tree: SourceTree, folders: readonly string[]): string[] {
  return [...tree].flatMap(([path, text]) => {
    if (!isSource(path) || !folders.some((folder) => path.startsWith(folder))) return [];
    const uses = text
      .split("\n")
      .findIndex((line) => /^(?!\s*(?:\*|\/)).*\bJSON\.(?:parse|stringify)\b/.test(line));
    const isImported = moduleFacts(path, text).imports.some(({ what }) => what.endsWith("/plain-json.js"));
    return uses === -1 || isImported ? [] : [`${path}:${uses + 1}: uses the global JSON`];
  });
}

/**
 * Whatever is loaded from `starts` takes time and chance from its ports alone, so that a simulation decides over them.
 * Only `setImmediate` is left: it means "when all that can go on has gone on". `excused` files say why.
 */
export function borrowedTime(
  tree: SourceTree,
  starts: readonly string[],
  excused: { readonly [path: string]: string },
): string[] {
  const strangers = Object.keys(excused).filter((path) => !tree.has(path));
  const found = [...reachable(tree, starts)]
    .filter((path) => !(path in excused))
    .flatMap((path) =>
      moduleFacts(path, tree.get(path) as string)
        .effects.filter(({ what }) => timeAndChance.has(what))
        .map(({ what, line }) => `${path}:${line}: ${what}, which no simulation can decide over`),
    );
  return [...found, ...strangers.map((path) => `${path} is excused, and does not exist`)];
}

const timeAndChance = new Set([
  "setTimeout",
  "setInterval",
  "performance",
  "Date.now",
  "Date()",
  "new Date()",
  "AbortSignal.timeout",
  "Math.random",
  "crypto",
  "randomBytes",
  "randomFillSync",
  "randomInt",
  "randomUUID",
]);

export function cycles(tree: SourceTree): string[] {
  return importCycles(tree).map((files) => [...files, files[0]].join(" → "));
}

/** The imports that lead from one top folder into another. */
function crossings(tree: SourceTree) {
  return sourceImports(tree).flatMap((each) => {
    const source = topFolder(each.from);
    const target = topFolder(each.to ?? "");
    if (source === undefined || target === undefined || source === target) return [];
    return [{ ...each, to: each.to as string, source, target }];
  });
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith("node:") && builtinModules.includes(specifier.slice("node:".length));
}
