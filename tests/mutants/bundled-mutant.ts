import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";
import { chosenMutant } from "./chosen-mutant.js";

/** The same mistake in what tests bundle to run it in other processes. */
export function bundledMutant(): Plugin {
  const chosen = chosenMutant(process.env["COCONUT_MUTANT"]);
  return {
    name: "coconut-mutant",
    setup: (build) =>
      build.onLoad({ filter: /\.ts$/ }, ({ path }) =>
        path === chosen?.file
          ? { contents: chosen.mutated(readFileSync(path, "utf8")), loader: "ts" }
          : undefined,
      ),
  };
}
