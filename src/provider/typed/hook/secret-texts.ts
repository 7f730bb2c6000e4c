import { isAsset, isSecret, someValue, stripSecrets, type Value } from "../../../model/index.js";

/** Takes the texts of secrets out of what a hook says: messages of errors, log lines. */
export type Mask = (text: string) => string;

/** A mask for every secret in the values that a hook is given. */
export function maskFor(...values: readonly Value[]): Mask {
  const texts = new Set<string>();
  for (const value of values) {
    someValue(value, (part) => {
      if (isSecret(part)) addTexts(part.value, texts);
      return false;
    });
  }
  // The longest first: one secret may be part of another.
  const spellings = [...texts]
    .flatMap(withLines)
    .flatMap(spellingsOf)
    .toSorted((a, b) => b.length - a.length);
  return (text) => spellings.reduce((masked, spelling) => masked.replaceAll(spelling, "[secret]"), text);
}

function addTexts(secret: Value, texts: Set<string>): void {
  someValue(stripSecrets(secret), (part) => {
    if (typeof part === "string" && part !== "") texts.add(part);
    // Short numbers are everywhere; masking them would tell more than it hides.
    if (typeof part === "number" && String(part).length >= 4) texts.add(String(part));
    if (isAsset(part) && "text" in part.source && part.source.text !== "") texts.add(part.source.text);
    return false;
  });
}

/** What is said comes in lines, and so may a secret of several lines. Of short ones, as of brackets, there are many. */
function withLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.length === 1 ? [text] : [text, ...lines.filter((line) => line.length >= 4)];
}

/** As it is, inside JSON, and inside a URL. */
function spellingsOf(text: string): readonly string[] {
  return [...new Set([text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)])];
}
