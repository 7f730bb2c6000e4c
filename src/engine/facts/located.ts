import type { Diagnostic, SourcePosition } from "../../model/index.js";

/** Adds the source position of its resource to each problem that has none. */
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
