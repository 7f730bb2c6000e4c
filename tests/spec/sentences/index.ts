/** The normative sentences of the specification, paraphrased, document by document. */
import { resourceInit } from "./1-resource-init.js";
import { coconutResources } from "./2-coconut-resources.js";
import { typedResources } from "./3-typed-resources.js";
import { typeSystem } from "./4-type-system.js";
import type { Sentence } from "./sentence.js";

export interface SpecDocument {
  readonly number: string;
  readonly name: string;
  readonly sentences: readonly Sentence[];
}

export const documents: readonly SpecDocument[] = [
  { number: "1", name: "Resource initialisation", sentences: resourceInit },
  { number: "2", name: "Coconut resources", sentences: coconutResources },
  { number: "3", name: "Typed resources", sentences: typedResources },
  { number: "4", name: "Type system", sentences: typeSystem },
];

export const sentences: readonly Sentence[] = documents.flatMap((document) => document.sentences);
