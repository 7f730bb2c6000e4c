import { assets } from "./4-type-system/assets.js";
import { combinators } from "./4-type-system/combinators.js";
import { names } from "./4-type-system/names.js";
import { outputs } from "./4-type-system/outputs.js";
import { primitives } from "./4-type-system/primitives.js";
import { propertyPaths } from "./4-type-system/property-paths.js";
import { resources } from "./4-type-system/resources.js";
import { shapes } from "./4-type-system/shapes.js";
import type { Sentence } from "./sentence.js";

/** Document 4: the type system, in the order of the document. */
export const typeSystem: readonly Sentence[] = [
  ...primitives,
  ...assets,
  ...resources,
  ...names,
  ...outputs,
  ...propertyPaths,
  ...shapes,
  ...combinators,
];
