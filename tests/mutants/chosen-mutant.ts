import { fileURLToPath } from "node:url";
import { mutants } from "./mutants/index.js";
import { mutate } from "./mutant.js";

/** A mistake to load the engine with. */
export interface ChosenMutant {
  /** The file that it is made in. */
  readonly file: string;
  mutated(source: string): string;
}

export function chosenMutant(name: string | undefined): ChosenMutant | undefined {
  if (name === undefined) return undefined;
  const mutant = mutants.find((each) => each.name === name);
  if (mutant === undefined) throw new Error(`There is no mutant ${JSON.stringify(name)}.`);
  return {
    file: fileURLToPath(new URL(`../../${mutant.file}`, import.meta.url)),
    mutated: (source) => mutate(source, mutant),
  };
}
