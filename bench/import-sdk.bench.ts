import { existsSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { BenchOptions, BenchRow } from "../scripts/bench-table.js";
import { median, runNode } from "./measure.js";

/** What importing the SDK as it is built adds to the start of Node, and how much of the source that loads. */
export default async function importSdk({ smoke }: BenchOptions): Promise<BenchRow[]> {
  const sdk = resolve("dist/embed/index.js");
  if (!existsSync(sdk)) throw new Error("dist is missing: run `npm run build` first.");
  const nothing: number[] = [];
  const imported: number[] = [];
  const script = `import(${JSON.stringify(pathToFileURL(sdk).href)})`;
  for (let run = 0; run < (smoke ? 1 : 21); run++) {
    nothing.push(runNode(["-e", "0"]).milliseconds);
    imported.push(runNode(["-e", script]).milliseconds);
  }
  const floor = median(nothing);
  const measured = median(imported);
  const files = loadedFiles(sdk);
  const sources = files.flatMap(sourcesOf);
  const folders = new Set(sources.map((source) => source.split("/")[1] ?? source));
  return [
    {
      work: "ms to start Node and import the SDK",
      measured,
      floor,
      ratio: measured / floor,
      over: measured - floor,
      bar: "≤ 25 over",
    },
    { work: "files loaded", measured: files.length },
    ...[...folders].map((folder) => ({
      work: `sources of ${folder} in them`,
      measured: sources.filter((source) => source.startsWith(`src/${folder}/`)).length,
      bar: folder === "sdk" || folder === "model" ? "" : "none",
    })),
  ];
}

/** Everything but Node's own modules that importing `entry` loads, as paths. */
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

/** The sources that a built file was made of; a file that was not built is its own. */
function sourcesOf(file: string): string[] {
  if (!existsSync(`${file}.map`)) return [relative(".", file)];
  const { sources } = JSON.parse(readFileSync(`${file}.map`, "utf8")) as { sources: string[] };
  return sources.map((source) => relative(".", resolve(file, "..", source)));
}
