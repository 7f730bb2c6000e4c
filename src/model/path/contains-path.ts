import { wildcard, type PathSegment } from "./path-segment.js";

/**
 * True if everything at the inner path is part of what the outer path leads to: the outer one is a prefix, in
 * which a wildcard stands for any one step. `rules[*]` contains `rules[0].port`; `rules[0]` does not contain
 * `rules[*]`.
 */
export function containsPath(outer: readonly PathSegment[], inner: readonly PathSegment[]): boolean {
  return (
    outer.length <= inner.length &&
    outer.every((segment, index) => segment === wildcard || segment === inner[index])
  );
}
