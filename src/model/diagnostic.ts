import { printPosition, type SourcePosition } from "./source-position.js";

export type Severity = "error" | "warning" | "note";

/**
 * A problem of the user's or the world's, as a value. The code is `folder/slug` and stable; the summary is
 * fixed per code and holds no user data, so that it can be searched for.
 */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly summary: string;
  /** What is wrong here, then why it matters; full sentences. */
  readonly detail: string;
  /** What to do next; a command or code stands alone on its line, ready to paste. */
  readonly hint?: string;
  /** The URN of the resource it is about. */
  readonly resource?: string;
  /** The property it is about, as a property path. */
  readonly path?: string;
  readonly position?: SourcePosition;
  /** For an error that was thrown: the author's calls that led to where it was thrown, innermost first. */
  readonly callers?: readonly Caller[];
  readonly related?: readonly RelatedPlace[];
}

/** A call in the author's code. */
export interface Caller {
  /** The function that the call is in; absent at the top of a module and in functions without a name. */
  readonly function?: string;
  readonly position: SourcePosition;
}

export interface RelatedPlace {
  readonly message: string;
  readonly resource?: string;
  readonly position?: SourcePosition;
}

/** Whether it keeps something from being done. */
export function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** Everything of a diagnostic but what its code decides. */
export type About = Omit<Diagnostic, "code" | "severity" | "summary"> & { readonly severity?: Severity };

/**
 * The codes of one folder with their fixed summaries. Calling the result makes a diagnostic.
 *
 * ```ts
 * const problem = diagnosticCatalogue({ "model/malformed-urn": "This is not a URN" });
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

/** Carries diagnostics through code that can only throw: user programs, parsers of a single text. */
export class DiagnosticError extends Error {
  declare readonly diagnostics: readonly Diagnostic[];

  constructor(...diagnostics: [Diagnostic, ...Diagnostic[]]) {
    super(diagnostics.map(printDiagnostic).join("\n"));
    // Not to be listed: Node prints what is below an error that nobody catches, and the message says it all.
    const hidden = (value: unknown) => ({ value, configurable: true });
    Object.defineProperty(this, "name", hidden("DiagnosticError"));
    Object.defineProperty(this, "diagnostics", hidden(diagnostics));
    Object.defineProperty(this, brand, { value: true });
  }
}

/** Recognises the errors of another copy of this package too. Anything can be thrown, also what cannot be looked at. */
export function isDiagnosticError(error: unknown): error is DiagnosticError {
  if (typeof error !== "object" || error === null) return false;
  try {
    return brand in error && areDiagnostics((error as { readonly diagnostics?: unknown }).diagnostics);
  } catch {
    return false;
  }
}

/** A proxy may have any brand. */
function areDiagnostics(found: unknown): boolean {
  return Array.isArray(found) && found.length > 0 && found.every((each) => typeof each?.detail === "string");
}

/** One diagnostic as plain text; faces that have colour and width render it themselves. */
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
