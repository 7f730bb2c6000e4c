import { isSource, type SourceTree } from "./source-tree.js";

/** The files that ARCHITECTURE.md names exist: as they are written, or below `src/`. */
export function namedFiles(tree: SourceTree, page: string): string[] {
  const named = new Set(
    [...page.matchAll(/`([\w-]+(?:\/[\w.-]+)+\.ts)`/g)].map(([, file]) => file as string),
  );
  return [...named]
    .filter((file) => !tree.has(file) && !tree.has(`src/${file}`))
    .map((file) => `ARCHITECTURE.md: there is no ${file}`);
}

/** The stops on the path of one resource, numbered from one, and not too many of them to read in one go. */
export function pathStops(page: string, most: number): string[] {
  const section = /## The path of one resource\n([\s\S]*?)\n## /.exec(page)?.[1] ?? "";
  const stops = [...section.matchAll(/^\| (\d+) \| `[^`]+` \|/gm)].map(([, number]) => Number(number));
  if (stops.length === 0) return ["ARCHITECTURE.md: the path of one resource has no stops"];
  const misnumbered = stops.findIndex((number, index) => number !== index + 1);
  return [
    ...(misnumbered === -1
      ? []
      : [`ARCHITECTURE.md: stop ${misnumbered + 1} has the number ${stops[misnumbered]}`]),
    ...(stops.length > most ? [`ARCHITECTURE.md: ${stops.length} stops, ${most} at most`] : []),
  ];
}

/** The files that keep something on `globalThis` are those that ARCHITECTURE.md names, and no others. */
export function processState(tree: SourceTree, page: string): string[] {
  const section = /\*\*Process-wide state([\s\S]*?)\n- \*\*/.exec(page)?.[1] ?? "";
  const named = new Set([...section.matchAll(/`([\w/.-]+\.ts)`/g)].map(([, file]) => `src/${file}`));
  const keeping = [...tree].filter(([path, text]) => isSource(path) && /\(?globalThis as \{/.test(text));
  const found = new Set(keeping.map(([path]) => path));
  return [
    ...[...found].filter((path) => !named.has(path)).map((path) => `${path}: keeps process-wide state`),
    ...[...named].filter((path) => !found.has(path)).map((path) => `${path}: keeps no process-wide state`),
  ];
}
