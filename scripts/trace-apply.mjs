/**
 * `node scripts/trace-apply.mjs <root>`: prints the functions of a source tree that `apply` calls for each resource, as
 * JSON that maps the path of a file in `src` to the names of its functions.
 *
 * Applies a program with few resources and one with more, each to an empty stack in SQLite, and counts calls with V8's
 * precise coverage. A function is on the path of a resource if it is called at least once more for each further
 * resource. Functions of a run, a batch or the start of the process are not. Each source is compiled separately, so
 * that every V8 script is one file of `src`.
 */
import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = resolve(process.argv[2] ?? ".");
const few = 1;
const many = 11;

const folder = realpathSync(mkdtempSync(join(tmpdir(), "coconut-trace-")));
try {
  await compile();
  process.stdout.write(JSON.stringify(await traced()));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function compile() {
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => join("src", file));
  const options = { outdir: join(folder, "dist"), outbase: "src", format: "esm", target: "node20" };
  await build({ ...options, absWorkingDir: root, entryPoints: sources, logLevel: "warning" });
  symlinkSync(realpathSync(join(root, "node_modules")), join(folder, "node_modules"));
  cpSync(join(root, "package.json"), join(folder, "package.json"));
}

async function traced() {
  const { stack } = await import(built("embed/index.js"));
  const { File } = await import(built("providers/local/index.js"));
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

  const callsOf = async (name, resources) => {
    const files = join(folder, name);
    const program = () => {
      for (let index = 0; index < resources; index++)
        new File(`file-${index}`, { path: join(files, `${index}.txt`), content: "text" });
    };
    const opened = await stack({ project: "trace", name, store: `sqlite:${join(folder, "state")}`, program });
    const run = await opened.apply();
    if (!run.ok)
      throw new Error(`The apply of ${resources} files failed: ${JSON.stringify(run.diagnostics)}`);
    await opened.close();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    return countsOf(result);
  };
  // Warms up modules, compiled code and caches.
  await callsOf("first", 2);
  const before = await callsOf("few", few);
  const after = await callsOf("many", many);
  const path = {};
  for (const [key, { file, name, count }] of after)
    if (count - (before.get(key)?.count ?? 0) >= many - few) (path[file] ??= []).push(name);
  return path;
}

function countsOf(scripts) {
  const counts = new Map();
  const start = built("");
  for (const { url, functions } of scripts) {
    if (!url.startsWith(start)) continue;
    const file = `src/${url.slice(start.length).replace(/\.js$/, ".ts")}`;
    for (const { functionName, ranges } of functions) {
      const [{ startOffset, count }] = ranges;
      counts.set(`${file}:${startOffset}`, { file, name: functionName, count });
    }
  }
  return counts;
}

function built(file) {
  return pathToFileURL(join(folder, "dist", file)).href.replace(/\/?$/, file === "" ? "/" : "");
}
