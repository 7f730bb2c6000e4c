/**
 * Options of esbuild that bundle modules together which are loaded together.
 *
 * By default esbuild makes a chunk for each set of sources that the same entries reach. With many entries there are
 * many chunks, and loading a chunk costs as much as twenty kilobytes of code. Therefore every entry imports whole
 * layers, which are loaded anyway when the entry is needed, and no layer is split.
 */
import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";

export function wholeLayers(root, entries) {
  const sources = sourcesOf(root);
  const layersUnder = (entry) => sources.filter((file) => isUnder(file, entry));
  return {
    entryPoints: Object.fromEntries(entries.map((file) => [outputOf(file), `entry:${file}`])),
    plugins: [{ name: "whole-layers", setup: (build) => setUp(build, root, layersUnder) }],
  };
}

/** The layer for authors of programs, which every entry loads. Entries for other users also load the general helpers. */
const forAuthors = /^src\/(?:model|sdk)\//;
const shelf = /^src\/(?:std\/|render\/(?:progress\/)?index\.ts$)/;
const areAuthors = /^src\/(?:embed|model|provider|sdk)\//;

/** Modules that are always loaded before these entries are imported lazily. */
const doors = [
  [/^src\/asset\//, "src/asset/index.ts"],
  [/^src\/(?:engine|operations|program|project|store|testing)\//, "src/runner/index.ts"],
];

function isUnder(file, entry) {
  if (forAuthors.test(file)) return true;
  if (areAuthors.test(entry)) return false;
  const [, door] = doors.find(([pattern]) => pattern.test(entry)) ?? [];
  return shelf.test(file) || file === door;
}

function setUp({ onResolve, onLoad }, root, layersUnder) {
  const namespace = "entry";
  onResolve({ filter: /^entry:/ }, ({ path }) => ({ path: path.slice("entry:".length), namespace }));
  // A source that is resolved here counts as having side effects, so an import without used names is kept.
  onResolve({ filter: /^\.{0,2}\// }, ({ kind, path, resolveDir }) => {
    if (!resolveDir.startsWith(join(root, "src"))) return undefined;
    const file = resolve(resolveDir, path).replace(/\.js$/, ".ts");
    return kind === "dynamic-import" ? { path: relative(root, file), namespace } : { path: file };
  });
  onLoad({ filter: /./, namespace }, ({ path }) => ({
    contents: [
      ...layersUnder(path).map((file) => `import ${JSON.stringify(join(root, file))};`),
      `export * from ${JSON.stringify(join(root, path))};`,
    ].join("\n"),
    resolveDir: join(root, "src"),
  }));
}

function sourcesOf(root) {
  return readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.(?:test|d))\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

function outputOf(file) {
  return file.replace(/^src\//, "").replace(/\.ts$/, "");
}
