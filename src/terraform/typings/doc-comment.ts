/** The parts of a doc comment. */
export interface Documentation {
  /** Markdown of the provider. */
  readonly description?: string | undefined;
  /** Sentences of Coconut that follow it. */
  readonly notes?: readonly string[];
  /** Set if it should no longer be used: the explanation, which may be empty. */
  readonly deprecated?: string | undefined;
}

/** Returns a doc comment with a line break at its end; empty if there is nothing to say. */
export function docComment({ description = "", notes = [], deprecated }: Documentation, indent = ""): string {
  const lines = [...linesOf(description)];
  const add = (line: string) => lines.push(...(lines.length === 0 ? [line] : ["", line]));
  if (notes.length > 0) add(notes.join(" "));
  if (deprecated !== undefined) add(`@deprecated ${linesOf(deprecated).join(" ")}`.trimEnd());
  const [only] = lines;
  if (only === undefined) return "";
  if (lines.length === 1) return `${indent}/** ${only} */\n`;
  const body = lines.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("");
  return `${indent}/**\n${body}${indent} */\n`;
}

/** Returns the lines of a Markdown text. */
function linesOf(text: string): readonly string[] {
  if (text === "" || isPlainLine.test(text)) return text === "" ? [] : [text];
  const whole = safe(text).trim();
  // A tag of the documentation at the start of a line would change what editors show.
  return whole === "" ? [] : whole.split("\n").map((line) => line.trimEnd().replace(/^(\s*)@/, "$1\\@"));
}

/** One line without anything that is changed. Most descriptions are. */
const isPlainLine = /^(?![@ ])(?:[\x20-)+-~]|\*(?!\/))*[!-~]$/;

/** Without the end of a comment, and without characters that break lines or change the direction of text. */
function safe(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(/[\r\u2028\u2029]/g, "\n")
    .replaceAll("\t", "  ")
    .replace(/[^\P{Cc}\n]|[\u200B\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\uFEFF]|\p{Cs}/gu, "")
    .replaceAll("*/", "*\\/");
}
