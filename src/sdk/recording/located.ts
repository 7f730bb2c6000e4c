import { DiagnosticError, isDiagnosticError, type SourcePosition } from "../../model/index.js";

/** The same error; diagnostics in it that have no position of their own get the one of the user's call. */
export function located(
  error: unknown,
  { position }: { readonly position?: SourcePosition | undefined },
): unknown {
  if (!isDiagnosticError(error) || position === undefined) return error;
  const [first, ...rest] = error.diagnostics.map((diagnostic) => ({ position, ...diagnostic }));
  return new DiagnosticError(first!, ...rest);
}
