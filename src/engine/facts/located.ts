import type { Diagnostic, SourcePosition } from "../../model/index.js";

/** Problems of resources with where the program makes them, unless they know better. */
export function located(
  diagnostics: readonly Diagnostic[],
  positionOf: (urn: string) => SourcePosition | undefined,
): readonly Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    const { resource, position } = diagnostic;
    const found = position === undefined && resource !== undefined ? positionOf(resource) : undefined;
    return found === undefined ? diagnostic : { ...diagnostic, position: found };
  });
}
