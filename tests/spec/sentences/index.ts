/** The normative sentences of the specification, paraphrased, document by document. */
import { resourceInit } from "./1-resource-init.js";
import { typeSystem } from "./4-type-system.js";
import type { Sentence } from "./sentence.js";

export interface SpecDocument {
  readonly number: string;
  readonly name: string;
  readonly sentences: readonly Sentence[];
}

export const documents: readonly SpecDocument[] = [
  { number: "1", name: "Resource initialisation", sentences: resourceInit },
  { number: "4", name: "Type system", sentences: typeSystem },
];

export const sentences: readonly Sentence[] = documents.flatMap((document) => document.sentences);
