/**
 * Builds `dist`: declarations by the compiler, code bundled and split by esbuild. Loading one file instead of
 * eighty is most of what starting costs. Each entry that package.json names becomes a file; what several of them
 * need, and what is imported when it is first used, becomes chunks.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const built = [
  ...Object.values(manifest.exports).map((entry) => entry.default),
  ...Object.values(manifest.bin),
];
const named = built
  .filter((file) => file?.endsWith(".js"))
  .map((file) => file.replace("./dist/", "src/").replace(/\.js$/, ".ts"));
// Used by their files, the first by compiled programs, the second by Node: they are no doors for people.
const entryPoints = [...named, "src/sdk/loader.ts", "src/providers/process/supervisor/main.ts"];

rmSync(`${root}dist`, { recursive: true, force: true });
const compiler = `${root}node_modules/typescript/bin/tsc`;
const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);
await build({
  absWorkingDir: root,
  entryPoints,
  outdir: "dist",
  outbase: "src",
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  packages: "external",
  keepNames: true,
  sourcemap: "linked",
  sourcesContent: false,
  logLevel: "warning",
});
