import { DiagnosticError, isDiagnosticError, type SourcePosition } from "../../model/index.js";

/** Returns the error, with the position of the user's call added to its diagnostics that have none. */
export function located(
  error: unknown,
  { position }: { readonly position?: SourcePosition | undefined },
): unknown {
  if (!isDiagnosticError(error) || position === undefined) return error;
  const [first, ...rest] = error.diagnostics.map((diagnostic) => ({ position, ...diagnostic }));
  return new DiagnosticError(first!, ...rest);
}
