import { mkdirSync, rmSync } from "node:fs";
import { join, parse } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundledMutant } from "../mutants/bundled-mutant.js";

/** A script of the tests that other processes run. */
export interface BundledScript {
  /** The file, once it was built. */
  readonly path: string;
  /** Once before all tests of a file; returns how to take it away. */
  build(): Promise<() => void>;
}

const cache = fileURLToPath(new URL("../../node_modules/.cache/coconut", import.meta.url));
let scripts = 0;

/** The script of a TypeScript file, with the mistake in the engine that is being made, if there is one. */
export function bundledScript(entry: string, mutant = process.env["COCONUT_MUTANT"]): BundledScript {
  const path = join(cache, `${parse(entry).name}-${process.pid}-${++scripts}.mjs`);
  return {
    path,
    build: async () => {
      mkdirSync(cache, { recursive: true });
      await build({
        entryPoints: [entry],
        outfile: path,
        bundle: true,
        platform: "node",
        format: "esm",
        target: "node20",
        // Whole and small: most of what a short process costs is its start.
        minify: true,
        keepNames: true,
        external: ["@libsql/*", "esbuild"],
        banner: {
          js: `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`,
        },
        plugins: [bundledMutant(mutant)],
        logLevel: "warning",
      });
      return () => rmSync(path, { force: true });
    },
  };
}
