import { resolve } from "node:path";
import { mutants } from "./mutants/index.js";
import { mutate } from "./mutant.js";

/** A mistake to load the engine with. */
export interface ChosenMutant {
  /** The file that it is made in. */
  readonly file: string;
  mutated(source: string): string;
}

/** By its name. Whoever runs tests or scripts stands in the folder of the repository. */
export function chosenMutant(name: string | undefined): ChosenMutant | undefined {
  if (name === undefined) return undefined;
  const mutant = mutants.find((each) => each.name === name);
  if (mutant === undefined) throw new Error(`There is no mutant ${JSON.stringify(name)}.`);
  return { file: resolve(mutant.file), mutated: (source) => mutate(source, mutant) };
}
