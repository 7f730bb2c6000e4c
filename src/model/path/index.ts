/**
 * Property paths: paths as data, their text in two notations, and reading and changing values along a path. Values are
 * never changed in place.
 */
export { wildcard, type PathSegment, type Wildcard } from "./path-segment.js";
export { deleteAt, getAt, hasAt, setAt } from "./property-path-access.js";
export { containsPath, PropertyPath } from "./property-path.js";
export {
  parsePropertyPath,
  printPropertyPath,
  type PathGrammar,
  type PathSpelling,
} from "./property-path-text.js";
