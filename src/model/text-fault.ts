/** A problem in a text and its position. Columns count from one, in UTF-16 units, like in editors. */
export interface TextFault {
  readonly column: number;
  /** A clause without capital and full stop: `the project is missing`. */
  readonly problem: string;
}

/** Returns a sentence that names the column and quotes the text, clipped around the column if it is long. */
export function describeFault(text: string, { column, problem }: TextFault): string {
  return `Column ${column} of ${excerpt(text, column)}: ${problem}.`;
}

const excerptLength = 80;

function excerpt(text: string, column: number): string {
  if (text.length <= excerptLength) return JSON.stringify(text);
  const start = Math.max(0, Math.min(column - 1 - excerptLength / 2, text.length - excerptLength));
  const end = start + excerptLength;
  return `${start > 0 ? "…" : ""}${JSON.stringify(text.slice(start, end))}${end < text.length ? "…" : ""}`;
}

/** Half of a surrogate pair is not a code point and cannot be encoded as UTF-8. */
export function loneSurrogateFault(text: string): TextFault | undefined {
  if (!surrogate.test(text)) return undefined;
  const column = text.search(surrogate) + 1;
  return { column, problem: "the text contains half of a surrogate pair, which is not valid Unicode" };
}

export function controlCharacterFault(text: string): TextFault | undefined {
  if (!control().test(text)) return undefined;
  return { column: text.search(control()) + 1, problem: "control characters are not allowed here" };
}

// Used for every name of a program: `test` is several times faster than `search`.
const surrogate = /[\uD800-\uDFFF]/u;
/** Includes characters that change the writing direction: a name would not be what one reads. */
const control = () => /[\p{Control}\p{Bidi_Control}\u2028\u2029]/u;
