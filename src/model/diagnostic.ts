import { printPosition, type SourcePosition } from "./source-position.js";

export type Severity = "error" | "warning" | "note";

/**
 * A problem to report to the user, as data. The code is `folder/slug` and stable. The summary is fixed per code and
 * contains no user data, so that it can be searched for.
 */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly summary: string;
  /** States what happened and, if it is not obvious, why it matters. Full sentences. */
  readonly detail: string;
  /** The next step for the user. A command or code is on its own line, ready to paste. */
  readonly hint?: string;
  /** The URN of the affected resource. */
  readonly resource?: string;
  /** The affected property, as a property path. */
  readonly path?: string;
  readonly position?: SourcePosition;
  /** For a thrown error: the calls in the user's code that led to it, innermost first. */
  readonly callers?: readonly Caller[];
  readonly related?: readonly RelatedPlace[];
}

/** A call in the user's code. */
export interface Caller {
  /** The function that contains the call. Absent at the top of a module and in functions without a name. */
  readonly function?: string;
  readonly position: SourcePosition;
}

export interface RelatedPlace {
  readonly message: string;
  readonly resource?: string;
  readonly position?: SourcePosition;
}

/** Whether the diagnostic is an error and so prevents something from being done. */
export function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** All members of a diagnostic that do not depend on its code. */
export type About = Omit<Diagnostic, "code" | "severity" | "summary"> & { readonly severity?: Severity };

/**
 * Defines the codes of one folder with their fixed summaries. The returned function creates a diagnostic.
 *
 * ```ts
 * const problem = diagnosticCatalogue({ "model/malformed-urn": "Invalid URN" });
 * throw new DiagnosticError(problem("model/malformed-urn", { detail: "..." }));
 * ```
 */
export function diagnosticCatalogue<const Summaries extends Record<`${string}/${string}`, string>>(
  summaries: Summaries,
): DiagnosticCatalogue<keyof Summaries & string> {
  const texts: Readonly<Record<string, string>> = summaries;
  const make = (code: keyof Summaries & string, about: About): Diagnostic => ({
    code,
    severity: "error",
    summary: texts[code]!,
    ...about,
  });
  return Object.assign(make, { codes: texts });
}

export interface DiagnosticCatalogue<Code extends string> {
  (code: Code, about: About): Diagnostic;
  readonly codes: Readonly<Record<string, string>>;
}

const brand = Symbol.for("coconut.DiagnosticError");

/** An error that carries diagnostics, for code that can only throw: user programs, parsers of a single text. */
export class DiagnosticError extends Error {
  declare readonly diagnostics: readonly Diagnostic[];

  constructor(...diagnostics: [Diagnostic, ...Diagnostic[]]) {
    super(diagnostics.map(printDiagnostic).join("\n"));
    // Not enumerable: Node prints the enumerable properties of uncaught errors, and the message already contains
    // everything.
    const hidden = (value: unknown) => ({ value, configurable: true });
    Object.defineProperty(this, "name", hidden("DiagnosticError"));
    Object.defineProperty(this, "diagnostics", hidden(diagnostics));
    Object.defineProperty(this, brand, { value: true });
  }
}

/**
 * Whether a thrown value is a `DiagnosticError`, also of another copy of this package. Never throws, whatever the
 * value.
 */
export function isDiagnosticError(error: unknown): error is DiagnosticError {
  if (typeof error !== "object" || error === null) return false;
  try {
    return brand in error && areDiagnostics((error as { readonly diagnostics?: unknown }).diagnostics);
  } catch {
    return false;
  }
}

/** A proxy may claim any brand. */
function areDiagnostics(found: unknown): boolean {
  return Array.isArray(found) && found.length > 0 && found.every((each) => typeof each?.detail === "string");
}

/** Formats one diagnostic as plain text. User interfaces with color and width format it themselves. */
export function printDiagnostic(diagnostic: Diagnostic): string {
  const lines = [`${diagnostic.severity} ${diagnostic.code}: ${diagnostic.summary}`];
  const say = (text: string) => lines.push(...text.split("\n").map((line) => `  ${line}`));
  say(diagnostic.detail);
  if (diagnostic.resource !== undefined) say(`resource ${diagnostic.resource}`);
  if (diagnostic.path !== undefined) say(`property ${diagnostic.path}`);
  if (diagnostic.position !== undefined) say(`at ${printPosition(diagnostic.position)}`);
  for (const place of diagnostic.related ?? []) {
    say(`${place.message}${place.position === undefined ? "" : ` at ${printPosition(place.position)}`}`);
  }
  if (diagnostic.hint !== undefined) say(diagnostic.hint);
  return lines.join("\n");
}
