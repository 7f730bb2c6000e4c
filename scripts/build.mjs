/**
 * Builds `dist`: the compiler writes the declarations, esbuild bundles and splits the code. Reading many files
 * dominates startup time, so `coco` is bundled into one script. Each other entry in package.json becomes a file; shared
 * modules and lazily imported modules become chunks. Dependencies stay external; development dependencies whose code is
 * used are bundled.
 *
 * `node scripts/build.mjs [--no-types] [folder]`: builds `dist` in another folder, for tests of the shipped package.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { asScript } from "./as-script.mjs";
import { scriptParts } from "./script-parts.mjs";
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
// The file that starts `coco`, the script that it runs, and the module that replaces the script in the first file.
const main = "src/cli/main.ts";
const script = "src/cli/begin.ts";
const door = "src/cli/begin-cached.ts";
// Entries of separate processes and threads, or the only module that a program loads: each is a self-contained file.
const alone = [
  "src/sdk/loader.ts",
  "src/program/load/import-from.ts",
  "src/program/load/resolve-from.ts",
  "src/program/register/index.ts",
  "src/program/register/hooks.ts",
  "src/program/register/hook-modules.ts",
  "src/providers/process/supervisor/main.ts",
];
// Bundled packages that few commands need. Each is a separate file.
const apart = ["tar"];
// Modules that few commands need, each imported only with `import()`. Each part is a separate file.
const parts = {
  compile: ["src/program/compile/compile.ts"],
  terraform: ["src/provider/terraform/adapter/index.ts", "src/provider/terraform/project/index.ts"],
  commands: [
    "src/asset/unpack/unpack-tar.ts",
    "src/asset/unpack/unpack-zip.ts",
    "src/cli/completion/index.ts",
    "src/cli/doctor/index.ts",
    "src/cli/new/index.ts",
    "src/cli/watch/watch-program.ts",
    "src/operations/index.ts",
    "src/operations/observe/index.ts",
    "src/operations/packages/index.ts",
    "src/operations/stacks/index.ts",
    "src/render/graph/index.ts",
    "src/render/observe/index.ts",
  ],
};
// Entries that programs get from the running `coco`: it contains them anyway.
const running = { embed: "src/embed/index.ts", provider: "src/provider/index.ts" };
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
// Minifies only the code of `coco` itself, and keeps names so that reported stack traces are readable. Code that users
// import is not minified, because Node prints the source line of an uncaught error.
const small = { minifyWhitespace: true, minifySyntax: true };
const pieces = await scriptParts(root, script, running, parts, options);
const scripts = await Promise.all(
  Object.entries({ begin: pieces.script, ...pieces.parts }).map(([name, piece]) =>
    build({
      ...options,
      ...small,
      ...asScript({ name: join(dist, `cli/${name}.cjs`), ...piece }, apart, runningSpecifiers()),
    }),
  ),
);
const digests = Object.fromEntries(
  ["begin", ...Object.keys(parts)].map((name) => [name, digestOf(`cli/${name}.cjs`)]),
);
const modules = await Promise.all([
  build({ ...options, ...small, ...asPackages(apart) }),
  build({ ...options, ...small, ...asCommand(main, digests) }),
  build({ ...options, entryPoints: alone }),
  build({
    ...options,
    ...wholeLayers(root, together),
    chunkNames: "chunks/[name]-[hash]",
    splitting: true,
  }),
]);
for (const name of Object.keys(running)) writeRunning(name, digests.begin);
writeFileSync(join(dist, "cli/package.json"), '{ "type": "commonjs" }\n');
writeFileSync(join(dist, "LICENSES.txt"), licences([...scripts, ...modules]));

/** Returns the names of the running entries by import specifier. */
function runningSpecifiers() {
  return Object.fromEntries(
    Object.entries(running).map(([name, file]) => {
      const target = file.replace(/^src/, "./dist").replace(/\.ts$/, ".js");
      const [part] = Object.entries(manifest.exports).find(([, entry]) => entry.default === target);
      return [manifest.name + part.slice(1), name];
    }),
  );
}

/** Writes a module with the exports of an entry, which it gets from the running script. */
function writeRunning(name, scriptDigest) {
  const entry = join(dist, running[name].replace(/^src\//, "").replace(/\.ts$/, ".js"));
  const { outputs } = modules.at(-1).metafile;
  const [, { exports }] = Object.entries(outputs).find(([file]) => resolve(root, file) === entry);
  const names = exports.join(", ");
  const key = JSON.stringify(`coconut.running ${scriptDigest}`);
  mkdirSync(join(dist, "running"), { recursive: true });
  writeFileSync(
    join(dist, "running", `${name}.js`),
    `const { ${names} } = globalThis[Symbol.for(${key})](${JSON.stringify(name)});\nexport { ${names} };\n`,
  );
}

/**
 * Returns a digest that identifies this build of the script. The script must be ASCII, because it is read as Latin-1
 * for speed.
 */
function digestOf(file) {
  const bytes = readFileSync(join(dist, file));
  const [strange] = /.{0,40}[^\0-\x7F]/.exec(bytes.toString()) ?? [];
  if (strange !== undefined) throw new Error(`Not ASCII, write it as an escape: ${strange}`);
  return createHash("sha256").update(bytes).digest("hex").slice(0, 16);
}

/**
 * Options for the entry of `coco`. It is CommonJS, because starting with a module adds a quarter to Node's own startup
 * time.
 */
function asCommand(entry, scriptDigests) {
  return {
    entryPoints: [entry],
    format: "cjs",
    banner: { js: '"use strict";const importMetaUrl=require("node:url").pathToFileURL(__filename).href;' },
    define: { "import.meta.url": "importMetaUrl", scriptDigests: JSON.stringify(scriptDigests) },
    plugins: [
      {
        name: "kept-script",
        setup: ({ onResolve }) => onResolve({ filter: /\/begin\.js$/ }, () => ({ path: join(root, door) })),
      },
    ],
  };
}

/** Options for packages that are files next to the script, which requires them. */
function asPackages(names) {
  return {
    entryPoints: Object.fromEntries(names.map((name) => [`cli/${name}`, name])),
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    sourcemap: false,
  };
}

/** Returns the names and licenses of all bundled packages. */
function licences(parts) {
  const inputs = Object.keys(Object.assign({}, ...parts.map(({ metafile }) => metafile.inputs)));
  const within = inputs.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(within)]
    .sort()
    .map((name) => {
      const folder = `${root}node_modules/${name}/`;
      const { version, license } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
      const file = readdirSync(folder).find((each) => /^licen[cs]e(\.|$)/i.test(each));
      const text =
        file === undefined
          ? noticesIn(inputs.filter((each) => each.startsWith(`node_modules/${name}/`)))
          : readFileSync(folder + file, "utf8").trim();
      if (text === "") throw new Error(`The bundled package ${name} has no license file.`);
      return `${name} ${version} (${license})\n\n${text}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}

/** Returns the copyright notices at the start of files, for a package that has no license file. */
function noticesIn(files) {
  const notices = files.map((file) => {
    const [comment = ""] = /^(?:\/\/.*\n)+/.exec(readFileSync(join(root, file), "utf8")) ?? [];
    return /copyright/i.test(comment) ? comment.replace(/^\/\/ ?/gm, "").trim() : "";
  });
  return [...new Set(notices)].filter((notice) => notice !== "").join("\n\n");
}
