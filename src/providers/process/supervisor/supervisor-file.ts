import { renameSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Returns the file that Node.js runs as a supervisor. */
export async function supervisorFile(): Promise<string> {
  const here = createRequire(import.meta.url);
  const own = dirname(here.resolve("@coconut/coconut/package.json"));
  if (!import.meta.url.endsWith(".ts")) return join(own, "dist/providers/process/supervisor/main.js");
  return (compiled ??= compile(own));
}

let compiled: Promise<string> | undefined;

/** Bundles the sources, as in our own tests: Node.js cannot run them directly. */
async function compile(own: string): Promise<string> {
  const file = join(own, "node_modules/.cache/coconut/process-supervisor.mjs");
  const { build } = await import("esbuild");
  // Written under another name first, because other processes may be reading the file.
  const outfile = `${file}.${process.pid}`;
  await build({
    entryPoints: [fileURLToPath(new URL("main.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "warning",
  });
  renameSync(outfile, file);
  return file;
}
