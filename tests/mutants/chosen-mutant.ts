import { mutate, type MutatedFile } from "./mutant.js";
import { mutants } from "./mutants/index.js";
import { readSources } from "./sources.js";

/** The file to load the engine with so that it makes the mistake of this name; undefined if no name is given. */
export function chosenMutant(name: string | undefined): MutatedFile | undefined {
  if (name === undefined) return undefined;
  const mutant = mutants.find((each) => each.name === name);
  if (mutant === undefined) throw new Error(`There is no mutant ${JSON.stringify(name)}.`);
  return mutate(readSources(), mutant);
}
