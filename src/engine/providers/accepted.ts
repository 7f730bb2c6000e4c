import { DiagnosticError } from "../../model/index.js";
import type { Rejected } from "../../provider/contract/index.js";

/** Returns a provider's answer, or throws its diagnostics. They stop only the planning of this resource. */
export function accepted<T extends object>(answer: T | Rejected): Exclude<T, Rejected> {
  if (!("kind" in answer) || answer.kind !== "rejected") return answer as Exclude<T, Rejected>;
  const [first, ...rest] = answer.diagnostics;
  throw new DiagnosticError(first!, ...rest);
}
