import type { Command } from "../command.js";
import { replyTo, type Reply } from "./reply-to.js";
import { completionPorts } from "./completion-ports.js";
import { wantedAt } from "./wanted-at.js";

/**
 * Handles `coco __complete <index of the word at the cursor> <word>...`, the request of the completion scripts. Words are
 * given as typed; the word at the cursor ends there. Errors are not reported: they would disturb the command line.
 */
export async function complete(
  [place, ...words]: readonly string[],
  commands: readonly Command[],
): Promise<void> {
  const at = Number(place);
  const typed = words.map(unquoted);
  const line = { before: typed.slice(0, at), typed: typed[at] ?? "", after: typed.slice(at + 1) };
  try {
    const wanted = wantedAt(line, commands);
    process.stdout.write(replyText(await replyTo(wanted, completionPorts(wanted.place))));
  } catch {
    process.stdout.write(replyText({ more: "words", candidates: [] }));
  }
}

/** Formats a reply for the scripts: what the shell adds, then one line per candidate: the value, a tab, the description. */
export function replyText({ more, candidates }: Reply): string {
  const lines = candidates
    .filter(({ value }) => !control.test(value))
    .map(({ value, says = "" }) => `${value}\t${says.replace(allControl, " ")}`);
  return [more, ...lines, ""].join("\n");
}

/** Matches control characters. Candidates with one are dropped: they could end the line or control the terminal. */
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f]/;
// oxlint-disable-next-line no-control-regex
const allControl = /[\u0000-\u001f\u007f-\u009f]+/g;

/** Removes the quotes and escapes of a word, like a shell. Quotes may be unclosed. Nothing is expanded. */
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
