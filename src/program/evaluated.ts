import type { Diagnostic, ResourceHandle, Value } from "../model/index.js";

/**
 * The result of an expression: a value, of which parts may be unknown or secret, or the problems that prevented one.
 * Both include every resource that the expression depends on.
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

/**
 * Returns the union. If the largest set contains the others it is returned itself, which lets long chains share one
 * set.
 */
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

/** Returns all problems of the failed results, each once, or undefined if none failed. */
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
