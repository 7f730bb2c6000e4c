/**
 * Carries out a `diff` block: what the lines with a space or `-` say must stand exactly once in the text, and becomes
 * what the lines with a space or `+` say. `@@` begins another place.
 */
export function editText(text: string, diff: string): string {
  return diff
    .split(/^@@.*\n/m)
    .filter((hunk) => hunk.trim() !== "")
    .reduce(editOnce, text);
}

function editOnce(text: string, hunk: string): string {
  const lines = hunk.replace(/\n$/, "").split("\n");
  const side = (signs: string) =>
    lines
      .filter((line) => line === "" || signs.includes(line[0]!))
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  const [before, after] = [side(" -"), side(" +")];
  const at = `\n${text}`.indexOf(`\n${before}`);
  if (at < 0) throw new Error(`The file has no such lines:\n${before}`);
  if (`\n${text}`.includes(`\n${before}`, at + 1))
    throw new Error(`The file has these lines twice:\n${before}`);
  return text.slice(0, at) + after + text.slice(at + before.length);
}
