/**
 * Options of esbuild that keep together what is loaded together.
 *
 * It makes a chunk of the sources that the same entries reach; with many entries these are many, and loading one costs
 * as much as twenty kilobytes of code. Every entry therefore takes the whole of each layer below it, all of which is
 * loaded anyway by the time it is needed, and no layer is cut up.
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

/** What authors import is a layer that everything has; those who have more also have what Node should have had. */
const forAuthors = /^src\/(?:model|sdk)\//;
const shelf = /^src\/(?:std\/|render\/(?:progress\/)?index\.ts$)/;
const areAuthors = /^src\/(?:embed|model|provider|sdk)\//;

/** What is there when these are imported on first use. */
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
  // Resolved here, a source counts as one that does something: an import that uses nothing of it stays an import.
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
