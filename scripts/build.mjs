/**
 * Builds `dist`: declarations by the compiler, code bundled and split by esbuild. Reading many files is most of what
 * starting costs. What `coco` runs becomes one script. Each other entry that package.json names becomes a file; what
 * several of them need, and what is imported when it is first used, becomes chunks. A package that we depend on stays a
 * package; one that we only develop with, and whose code is used, is built in.
 *
 * `node scripts/build.mjs [--no-types] [folder]`: `dist` of another folder, for tests of the package as it is shipped.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { asScript } from "./as-script.mjs";
import { wholeLayers } from "./whole-layers.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const words = process.argv.slice(2);
const hasTypes = !words.includes("--no-types");
const dist = join(resolve(words.find((word) => !word.startsWith("-")) ?? root), "dist");
const manifest = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const built = [
  ...Object.values(manifest.exports).map((entry) => entry.default),
  ...Object.values(manifest.bin),
];
const named = built
  .filter((file) => file?.endsWith(".js"))
  .map((file) => file.replace("./dist/", "src/").replace(/\.js$/, ".ts"));
// What `coco` begins with, what it runs, and what stands for that in the first.
const main = "src/cli/main.ts";
const script = "src/cli/begin.ts";
const door = "src/cli/begin-cached.ts";
// Each begins a process or a thread of its own, or is all that a program has of us: a file by itself.
const alone = [
  "src/sdk/loader.ts",
  "src/program/load/import-from.ts",
  "src/program/load/resolve-from.ts",
  "src/program/register/index.ts",
  "src/program/register/hooks.ts",
  "src/program/register/hook-modules.ts",
  "src/providers/process/supervisor/main.ts",
];
// Of what is built in, what few commands need.
const apart = ["tar"];
const together = named.filter((file) => ![main, ...alone].includes(file));

rmSync(dist, { recursive: true, force: true });
if (hasTypes) {
  const compiler = `${root}node_modules/typescript/bin/tsc`;
  const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json", "--outDir", dist], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
const options = {
  absWorkingDir: root,
  outdir: dist,
  outbase: "src",
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  external: Object.keys(manifest.dependencies).flatMap((name) => [name, `${name}/*`]),
  metafile: true,
  sourcemap: "linked",
  sourcesContent: false,
  logLevel: "warning",
};
// Of what `coco` runs alone. Names stay as they are: what a stranger reports from a stack can be read. What others
// import stays as it is written: Node prints the line that an error was thrown from when nobody catches it.
const small = { minifyWhitespace: true, minifySyntax: true };
const scripts = await build({ ...options, ...small, ...asScript(script, apart) });
const modules = await Promise.all([
  build({ ...options, ...small, ...asPackages(apart) }),
  build({ ...options, ...small, ...asCommand(main, digestOf("cli/begin.cjs")) }),
  build({ ...options, entryPoints: alone }),
  build({
    ...options,
    ...wholeLayers(root, together),
    chunkNames: "chunks/[name]-[hash]",
    splitting: true,
  }),
]);
writeFileSync(join(dist, "cli/package.json"), '{ "type": "commonjs" }\n');
writeFileSync(join(dist, "LICENSES.txt"), licences([scripts, ...modules]));

/** Tells this build of the script from every other. It is read as Latin-1, the fastest way. */
function digestOf(file) {
  const bytes = readFileSync(join(dist, file));
  const [strange] = /.{0,40}[^\0-\x7F]/.exec(bytes.toString()) ?? [];
  if (strange !== undefined) throw new Error(`Write as an escape what is no ASCII: ${strange}`);
  return createHash("sha256").update(bytes).digest("hex").slice(0, 16);
}

/** As CommonJS, since Node takes a quarter of its own start to begin with a module. It has in it what runs the script. */
function asCommand(entry, scriptDigest) {
  return {
    entryPoints: [entry],
    format: "cjs",
    banner: { js: '"use strict";const importMetaUrl=require("node:url").pathToFileURL(__filename).href;' },
    define: { "import.meta.url": "importMetaUrl", scriptDigest: JSON.stringify(scriptDigest) },
    plugins: [
      {
        name: "kept-script",
        setup: ({ onResolve }) => onResolve({ filter: /\/begin\.js$/ }, () => ({ path: join(root, door) })),
      },
    ],
  };
}

/** Beside the script, which requires them. */
function asPackages(names) {
  return {
    entryPoints: Object.fromEntries(names.map((name) => [`cli/${name}`, name])),
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    sourcemap: false,
  };
}

/** What is built in belongs to others: their names, and what they ask of those who pass it on. */
function licences(parts) {
  const inputs = Object.assign({}, ...parts.map(({ metafile }) => metafile.inputs));
  const within = Object.keys(inputs).flatMap(
    (file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
  );
  return [...new Set(within)]
    .sort()
    .map((name) => {
      const folder = `${root}node_modules/${name}/`;
      const { version, license } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
      const file = readdirSync(folder).find((each) => /^licen[cs]e(\.|$)/i.test(each));
      if (file === undefined) throw new Error(`${name} is built in, and has no licence to pass on.`);
      return `${name} ${version} (${license})\n\n${readFileSync(folder + file, "utf8").trim()}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}
