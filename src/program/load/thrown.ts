import { isDiagnosticError, type Diagnostic } from "../../model/index.js";
import { asCalledOutput } from "../../sdk/internal.js";
import { readThrown } from "../../std/error-text.js";
import { aboutThrown, thrownPosition, type IsAuthors } from "../about-thrown.js";

/** What a diagnostic says of an error besides its text. */
export type AboutThrown = ReturnType<typeof aboutThrown>;

/** The diagnostics of what was thrown; what is no diagnostic itself is made one by `describe`. */
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
