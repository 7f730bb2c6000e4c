import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";
import { chosenMutant } from "./chosen-mutant.js";

/** The same mistake in what is bundled to run it in another process. */
export function bundledMutant(name = process.env["COCONUT_MUTANT"]): Plugin {
  const chosen = chosenMutant(name);
  return {
    name: "coconut-mutant",
    setup: (build) => {
      if (chosen === undefined) return;
      build.onLoad({ filter: /\.ts$/ }, ({ path }) =>
        path === chosen.file
          ? { contents: chosen.mutated(readFileSync(path, "utf8")), loader: "ts" }
          : undefined,
      );
    },
  };
}
