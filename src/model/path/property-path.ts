import { wildcard, type PathSegment } from "./path-segment.js";
import { deleteAt, getAt, hasAt, setAt } from "./property-path-access.js";
import { parsePropertyPath, printPropertyPath } from "./property-path-text.js";

/**
 * A path to one or more properties within a set of values. Steps are data: a string is a key, a number is an index, and
 * `wildcard` is every element. The path without steps is the whole set, written `root`.
 *
 * ```ts
 * const path = PropertyPath.parse("rules[*].port");
 * PropertyPath.get({ rules: [{ port: 80 }, { port: 443 }] }, path);   // [80, 443]
 * ```
 */
export type PropertyPath = readonly PathSegment[];

export const PropertyPath = {
  parse: parsePropertyPath,
  print: printPropertyPath,
  get: getAt,
  has: hasAt,
  set: setAt,
  delete: deleteAt,
  contains: containsPath,
} as const;

/**
 * Whether everything at the inner path is part of the outer path: the outer path is a prefix, in which a wildcard
 * matches any one step. `rules[*]` contains `rules[0].port`; `rules[0]` does not contain `rules[*]`.
 */
export function containsPath(outer: readonly PathSegment[], inner: readonly PathSegment[]): boolean {
  return (
    outer.length <= inner.length &&
    outer.every((segment, index) => segment === wildcard || segment === inner[index])
  );
}
