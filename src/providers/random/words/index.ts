/** The words that the names of pets are made of. They may grow; a name that was made keeps its own. */
export { adjectives } from "./adjectives.js";
export { adverbs } from "./adverbs.js";
export { animals } from "./animals.js";
