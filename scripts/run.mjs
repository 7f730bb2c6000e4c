/**
 * Runs a TypeScript script: `node scripts/run.mjs scripts/bench.ts …`. The script is bundled first, because
 * the oldest Node we support cannot read TypeScript. It runs with the repository as its working folder.
 */
import { spawnSync } from "node:child_process";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const [script, ...scriptArguments] = process.argv.slice(2);
const outfile = `${root}node_modules/.cache/coconut/${basename(script, ".ts")}.mjs`;
await build({
  absWorkingDir: root,
  entryPoints: [script],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  sourcemap: "linked",
  logLevel: "warning",
});
const { status } = spawnSync(process.execPath, ["--enable-source-maps", outfile, ...scriptArguments], {
  cwd: root,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
