import { resolve } from "node:path";
import { chosenMutant } from "./chosen-mutant.js";

/** Lets vitest load the engine with one mistake in it: the mutant that COCONUT_MUTANT names. */
export function mutantPlugin(name: string | undefined) {
  const chosen = chosenMutant(name);
  const file = chosen && resolve(chosen.path);
  return {
    name: "coconut-mutant",
    enforce: "pre" as const,
    transform: (_: string, id: string) => (id === file ? chosen?.text : undefined),
  };
}
