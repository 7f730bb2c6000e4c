import type { Mutant } from "../mutant.js";

/** Mistakes one could make in evaluating a program. */
export const programMutants: readonly Mutant[] = [
  {
    name: "a callback runs on an unknown",
    file: "src/program/evaluator.ts",
    find: "if (!known && keys === undefined)",
    replace: "if (false)",
  },
  {
    name: "all drops a secret",
    file: "src/program/combine.ts",
    find: "return containsSecret(value) ? secretOf(whole) : whole;",
    replace: "return whole;",
  },
  {
    name: "apply drops a secret",
    file: "src/program/evaluator.ts",
    find: "return cell.secret ? secretOf(stripSecrets(value)) : value;",
    replace: "return value;",
  },
  {
    name: "what its callback did not make is deleted",
    file: "src/engine/planning/callback-runs.ts",
    find: "if (skipped === undefined && hasRun) return undefined;",
    replace: "if (skipped === undefined || skipped) return undefined;",
  },
];
