import { graph } from "./2-coconut-resources/graph.js";
import { names } from "./2-coconut-resources/names.js";
import { providers } from "./2-coconut-resources/providers.js";
import type { Sentence } from "./sentence.js";

/** Document 2: resources, their names and their providers, in the order of the document. */
export const coconutResources: readonly Sentence[] = [...graph, ...names, ...providers];
