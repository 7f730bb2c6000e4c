import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { BenchOptions, BenchRow } from "../scripts/bench-table.js";
import { measureInTurn, runNode } from "./measure/index.js";

/** Measures how much the import of the built SDK adds to the start of Node, and which sources it loads. */
export default async function importSdk({ smoke, package: shipped }: BenchOptions): Promise<BenchRow[]> {
  const sdk = join(shipped, "dist/embed/index.js");
  const script = `import(${JSON.stringify(pathToFileURL(sdk).href)})`;
  const { nothing, imported } = measureInTurn(
    {
      nothing: () => runNode(["-e", "0"]).milliseconds,
      imported: () => runNode(["-e", script]).milliseconds,
    },
    smoke ? 1 : 21,
  );
  const files = loadedFiles(sdk);
  const sources = files.flatMap(sourcesOf);
  const folders = new Set(sources.map((source) => source.split("/")[1] ?? source));
  return [
    {
      work: "start of Node and import of the SDK",
      unit: "ms",
      measured: imported.median,
      best: imported.best,
      floor: nothing.median,
      bestFloor: nothing.best,
      bar: { atMost: 25, of: "over" },
    },
    { work: "files loaded", unit: "", measured: files.length },
    ...[...folders].map((folder): BenchRow => ({
      work: `sources of ${folder} in them`,
      unit: "",
      measured: sources.filter((source) => source.startsWith(`src/${folder}/`)).length,
      ...(!wanted.has(folder) && { bar: { atMost: 0, of: "measured" } }),
    })),
  ];
}

/** The folders that a program needs; the folders that run a program must not be loaded. */
const wanted = new Set(["embed", "sdk", "model"]);

/** Returns the paths of all files that the import of `entry` loads, except Node's own modules. */
function loadedFiles(entry: string): string[] {
  const hook = `import { writeSync } from "node:fs";
    export function load(url, context, next) {
      if (!url.startsWith("node:")) writeSync(1, url + "\\n");
      return next(url, context);
    }`;
  const script = `import { register } from "node:module";
    register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)});
    await import(${JSON.stringify(pathToFileURL(entry).href)});`;
  const { stdout } = runNode(["--input-type=module", "-e", script]);
  return stdout
    .split("\n")
    .filter((url) => url.startsWith("file:"))
    .map((url) => fileURLToPath(url));
}

/** Returns the sources of a built file; a file that was not built is its own source. */
function sourcesOf(file: string): string[] {
  if (!existsSync(`${file}.map`)) return [relative(".", file)];
  const { sources } = JSON.parse(readFileSync(`${file}.map`, "utf8")) as { sources: string[] };
  return sources.map((source) => relative(".", resolve(file, "..", source)));
}
