import { fileURLToPath } from "node:url";
import { mutants } from "./mutants/index.js";
import { mutate } from "./mutant.js";

/** Lets vitest load the engine with one mistake in it: the mutant that COCONUT_MUTANT names. */
export function mutantPlugin(name: string | undefined) {
  const mutant = mutants.find((each) => each.name === name);
  if (name !== undefined && mutant === undefined)
    throw new Error(`There is no mutant ${JSON.stringify(name)}.`);
  const file = mutant && fileURLToPath(new URL(`../../${mutant.file}`, import.meta.url));
  return {
    name: "coconut-mutant",
    enforce: "pre" as const,
    transform: (source: string, id: string) =>
      mutant !== undefined && id === file ? mutate(source, mutant) : undefined,
  };
}
