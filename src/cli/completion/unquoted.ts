/** A word as a shell would take it, from how it was typed so far: quotes may be open. Nothing is expanded. */
export function unquoted(word: string): string {
  let text = "";
  let quote = "";
  for (let index = 0; index < word.length; index++) {
    const character = word[index]!;
    const next = word[index + 1];
    if (character === quote) quote = "";
    else if (quote === "" && (character === "'" || character === '"')) quote = character;
    else if (character === "\\" && quote === "") text += word[++index] ?? "";
    else if (character === "\\" && quote === '"' && next !== undefined && `"\\$\``.includes(next)) {
      text += next;
      index++;
    } else text += character;
  }
  return text;
}
