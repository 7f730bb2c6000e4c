import { DiagnosticError } from "../diagnostic.js";
import { problem } from "./diagnostics.js";

/** One step of a path: a key of an object, an index of an array, or all elements of either. */
export type PathSegment = string | number | Wildcard;

/** Matches every element of an array or object. The string `*` is an ordinary key and matches only itself. */
export const wildcard: unique symbol = Symbol.for("coconut.wildcard");

export type Wildcard = typeof wildcard;

/** The largest index that a JavaScript array can have. */
export const largestIndex = 2 ** 32 - 2;

/** Setting and deleting are recursive, so the length of paths is limited by the stack. */
export const longestPath = 1000;

export function refuseLongPath(length: number): void {
  if (length <= longestPath) return;
  throw new DiagnosticError(
    problem("model/path-too-long", {
      detail: `The path has ${length} steps; the maximum is ${longestPath}.`,
      hint: "Use the path of a property further up, which includes everything below it.",
    }),
  );
}
