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

/** The union; the largest of the sets itself when it holds the others, so that long chains share one set. */
export function union(sets: readonly Dependencies[]): Dependencies {
  const largest = sets.reduce((a, b) => (b.size > a.size ? b : a), noDependencies);
  let merged: Set<ResourceHandle> | undefined;
  for (const set of sets) {
    if (set === largest) continue;
    for (const dependency of set) {
      if ((merged ?? largest).has(dependency)) continue;
      merged ??= new Set(largest);
      merged.add(dependency);
    }
  }
  return merged ?? largest;
}

/** All problems of the failed ones, each once; undefined if none failed. */
export function failureOf(
  results: readonly Evaluated[],
  dependencies: Dependencies,
): EvaluationFailure | undefined {
  if (results.every((result) => result.ok)) return undefined;
  const diagnostics = new Set<Diagnostic>();
  for (const result of results)
    if (!result.ok) result.diagnostics.forEach((diagnostic) => diagnostics.add(diagnostic));
  return { ok: false, diagnostics: [...diagnostics], dependencies };
}
