import { isArchive, isAsset, isSecret, type Archive, type Asset, type Value } from "./value.js";
import { openSecrets, someValue } from "./walk.js";

/** Returns the texts in a value that must be masked if it is secret. Keys are not included. */
export function textsIn(value: Value): ReadonlySet<string> {
  const texts = new Set<string>();
  someValue(openSecrets(value), (part) => {
    if (typeof part === "string") texts.add(part);
    // Short numbers are everywhere; masking them would reveal more than it hides.
    if (typeof part === "number" && String(part).length >= 4) texts.add(String(part));
    if (isAsset(part) || isArchive(part)) for (const text of textsOfBlob(part)) texts.add(text);
    return false;
  });
  return texts;
}

/** Returns the texts of all secrets in some values. */
export function secretTextsIn(values: readonly Value[]): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const value of values) {
    someValue(value, (part) => {
      if (isSecret(part)) for (const text of textsIn(part.value)) texts.add(text);
      return false;
    });
  }
  return texts;
}

/** The content or source of an asset, and its hash, from which short content can be guessed. */
function textsOfBlob(blob: Asset | Archive): readonly string[] {
  const texts: string[] = [];
  const rest = [blob];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { source, hash } = next;
    if (hash !== undefined) texts.push(hash);
    if ("assets" in source) rest.push(...Object.values(source.assets));
    else texts.push(...Object.values(source));
  }
  return texts;
}
