/**
 * A text of someone else's as it may stand on a terminal: what would move the cursor, change colours, turn the
 * direction of writing or not be seen at all is written as the escape that stands for it.
 */
export function printable(text: string): string {
  return isPlain.test(text) ? text : text.replace(unprintable, escaped);
}

const isPlain = /^[\x20-\x7E]*$/;

const unprintable =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu;

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(character: string): string {
  return short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
