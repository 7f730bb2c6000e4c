import { isSource, type SourceTree } from "../tidy/source-tree.js";

/** The environment variables that the code reads, or names at all if they are our own. */
export function environmentNames(tree: SourceTree): ReadonlySet<string> {
  const sources = [...tree].filter(([path]) => isSource(path)).map(([, text]) => text);
  return new Set(
    sources.flatMap((text) => patterns.flatMap((each) => [...text.matchAll(each)].map(([, name]) => name!))),
  );
}

const patterns = [/\b(?:environment|env)(?:\.|\[")([A-Z][A-Z0-9_]*)/g, /\b(COCONUT_[A-Z_]*[A-Z])\b/g];

/** What the tables of the page lack, and what they have too much. */
export function environmentFaults(tree: SourceTree, page: string): readonly string[] {
  const used = environmentNames(tree);
  const cells = [...page.matchAll(/^\| (`[A-Z][^|]*) \|/gm)].map(([, cell]) => cell!);
  const documented = new Set(
    cells.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name]) => name!)),
  );
  return [
    ...[...used].filter((name) => !documented.has(name)).map((name) => `${name} is not documented`),
    ...[...documented].filter((name) => !used.has(name)).map((name) => `${name} is read by nobody`),
  ];
}
