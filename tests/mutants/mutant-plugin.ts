import { chosenMutant } from "./chosen-mutant.js";

/** Lets vitest load the engine with one mistake in it: the mutant that COCONUT_MUTANT names. */
export function mutantPlugin(name: string | undefined) {
  const chosen = chosenMutant(name);
  return {
    name: "coconut-mutant",
    enforce: "pre" as const,
    transform: (source: string, id: string) => (id === chosen?.file ? chosen.mutated(source) : undefined),
  };
}
