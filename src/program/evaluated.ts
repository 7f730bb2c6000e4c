import type { Diagnostic, ResourceHandle, Value } from "../model/index.js";

/**
 * What an expression came to: a value, in which unknown and secret are parts, or the problems that kept it
 * from having one. Either way with every resource that it depends on.
 */
export type Evaluated = EvaluatedValue | EvaluationFailure;

export interface EvaluatedValue {
  readonly ok: true;
  readonly value: Value;
  readonly dependencies: Dependencies;
}

export interface EvaluationFailure {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
  readonly dependencies: Dependencies;
}

export type Dependencies = ReadonlySet<ResourceHandle>;

export const noDependencies: Dependencies = new Set();

/** The union; the larger of the two sets itself when it holds the other, so that long chains share one set. */
export function union(a: Dependencies, b: Dependencies): Dependencies {
  const [larger, smaller] = a.size >= b.size ? [a, b] : [b, a];
  let merged: Set<ResourceHandle> | undefined;
  for (const dependency of smaller) {
    if (larger.has(dependency)) continue;
    merged ??= new Set(larger);
    merged.add(dependency);
  }
  return merged ?? larger;
}

/** All problems of the failed ones, each once; undefined if none failed. */
export function firstFailures(
  results: readonly Evaluated[],
  dependencies: Dependencies,
): EvaluationFailure | undefined {
  if (results.every((result) => result.ok)) return undefined;
  const diagnostics = new Set<Diagnostic>();
  for (const result of results)
    if (!result.ok) result.diagnostics.forEach((diagnostic) => diagnostics.add(diagnostic));
  return { ok: false, diagnostics: [...diagnostics], dependencies };
}
