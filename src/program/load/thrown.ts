import { isDiagnosticError, type Diagnostic, type SourcePosition } from "../../model/index.js";
import { stackPositions } from "../../sdk/internal.js";

/** Tells the author's files from those of packages. */
export type IsAuthors = (file: string) => boolean;

/** The diagnostics of what was thrown; what is no diagnostic itself is made one by `describe`. */
export function thrownDiagnostics(
  thrown: unknown,
  isAuthors: IsAuthors,
  describe: (position: { readonly position?: SourcePosition }) => Diagnostic,
): readonly Diagnostic[] {
  const position = authorsPosition(thrown, isAuthors);
  const located = position === undefined ? {} : { position };
  if (!isDiagnosticError(thrown)) return [describe(located)];
  return thrown.diagnostics.map((diagnostic) => ({ ...located, ...diagnostic }));
}

/** The innermost place in the author's own code. */
export function authorsPosition(thrown: unknown, isAuthors: IsAuthors): SourcePosition | undefined {
  const stack = thrown instanceof Error ? thrown.stack : undefined;
  for (const position of stackPositions(stack)) if (isAuthors(position.file)) return position;
  return undefined;
}
