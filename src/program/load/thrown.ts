import { isDiagnosticError, type Diagnostic } from "../../model/index.js";
import { asCalledOutput } from "../../sdk/internal.js";
import { readThrown } from "../../std/error-text.js";
import { aboutThrown, thrownPosition, type IsAuthors } from "../about-thrown.js";

/** The parts of a diagnostic about an error besides its text. */
export type AboutThrown = ReturnType<typeof aboutThrown>;

/** Returns the diagnostics of a thrown value. `describe` converts a value that is not a diagnostic. */
export function thrownDiagnostics(
  thrown: unknown,
  isAuthors: IsAuthors,
  hide: (text: string) => string,
  describe: (about: AboutThrown) => Diagnostic,
): readonly Diagnostic[] {
  if (!isDiagnosticError(thrown)) {
    const about = aboutThrown(thrown, isAuthors, hide);
    const called = asCalledOutput(readThrown(thrown, "message"));
    return [called === undefined ? describe(about) : { ...called, ...about }];
  }
  const position = thrownPosition(thrown, isAuthors);
  const located = position === undefined ? {} : { position };
  return thrown.diagnostics.map((diagnostic) => ({
    ...located,
    ...diagnostic,
    detail: hide(diagnostic.detail),
  }));
}
