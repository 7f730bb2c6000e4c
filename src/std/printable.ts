/**
 * Makes foreign text safe for a terminal: characters that would move the cursor, change colors, change the writing
 * direction or be invisible are replaced by escapes.
 */
export function printable(text: string): string {
  return isPlain.test(text) ? text : text.replace(unprintable(), escaped);
}

const isPlain = /^[\x20-\x7E]*$/;

const unprintable = () =>
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu;

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(character: string): string {
  return short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
