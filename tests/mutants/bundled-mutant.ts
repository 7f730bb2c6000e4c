import { resolve } from "node:path";
import type { Plugin } from "esbuild";
import { chosenMutant } from "./chosen-mutant.js";

/** The same mistake in what is bundled to run it in another process. */
export function bundledMutant(name = process.env["COCONUT_MUTANT"]): Plugin {
  const chosen = chosenMutant(name);
  return {
    name: "coconut-mutant",
    setup: (build) => {
      if (chosen === undefined) return;
      const file = resolve(chosen.path);
      build.onLoad({ filter: /\.ts$/ }, ({ path }) =>
        path === file ? { contents: chosen.text, loader: "ts" } : undefined,
      );
    },
  };
}
