import {
  isDiagnosticError,
  type Caller,
  type Diagnostic,
  type RelatedPlace,
  type SourcePosition,
} from "../model/index.js";
import { stackCalls } from "../sdk/internal.js";
import { isAuthorsFile } from "../std/own-package.js";
import { errorText, readThrown } from "../std/error-text.js";

/** True if a file belongs to the program's author, false if it belongs to a package. */
export type IsAuthors = (file: string) => boolean;

/**
 * Returns the parts of a diagnostic that describe a thrown error: its position in the author's code, its callers and
 * its causes. `hide` removes secrets from the texts of the causes.
 */
export function aboutThrown(
  thrown: unknown,
  isAuthors: IsAuthors = isAuthorsFile,
  hide: (text: string) => string = (text) => text,
): Pick<Diagnostic, "position" | "callers" | "related"> {
  const [first, ...callers] = authorsCalls(thrown, isAuthors);
  const related = causesOf(thrown, isAuthors, hide);
  return {
    ...(first && { position: first.position }),
    ...(callers.length > 0 && { callers }),
    ...(related.length > 0 && { related }),
  };
}

/** Returns the innermost position in the author's own code. */
export function thrownPosition(thrown: unknown, isAuthors: IsAuthors): SourcePosition | undefined {
  return authorsCalls(thrown, isAuthors)[0]?.position;
}

/** Returns the author's calls in a stack. A call names its own function: the caller is in the frame below. */
function authorsCalls(thrown: unknown, isAuthors: IsAuthors): readonly Caller[] {
  const stack = readThrown(thrown, "stack");
  if (typeof stack !== "string") return [];
  return [...stackCalls(stack)].filter(({ position }) => isAuthors(position.file));
}

/** Limit on listed causes: more would bury the error itself. */
const mostCauses = 20;

/** Returns all causes and aggregated errors, transitively. Each is listed once, because they may form a cycle. */
function causesOf(thrown: unknown, isAuthors: IsAuthors, hide: (text: string) => string): RelatedPlace[] {
  const seen = new Set<unknown>([thrown]);
  const found: RelatedPlace[] = [];
  let left = 0;
  const visit = (parent: unknown) => {
    for (const [words, each] of behind(parent)) {
      if (seen.has(each)) continue;
      seen.add(each);
      if (found.length === mostCauses) {
        left++;
        continue;
      }
      const position = thrownPosition(each, isAuthors);
      found.push({ message: `${words} ${hide(causeText(each))}`, ...(position && { position }) });
      visit(each);
    }
  };
  visit(thrown);
  if (left > 0) found.push({ message: `and ${left} more` });
  return found;
}

function* behind(thrown: unknown): Generator<readonly [words: string, cause: unknown]> {
  const cause = readThrown(thrown, "cause");
  if (cause !== undefined && cause !== null) yield ["Caused by", cause];
  for (const each of aggregated(thrown)) yield ["One of its errors:", each];
}

/** Returns the errors of an AggregateError. In other errors, the property `errors` rarely contains errors. */
function aggregated(thrown: unknown): readonly unknown[] {
  try {
    const errors = thrown instanceof AggregateError ? readThrown(thrown, "errors") : [];
    return Array.isArray(errors) ? [...errors] : [];
  } catch {
    return [];
  }
}

function causeText(cause: unknown): string {
  return isDiagnosticError(cause)
    ? cause.diagnostics.map(({ detail }) => detail).join(" ")
    : errorText(cause);
}
