import type { Command } from "../command.js";
import { replyTo, type Reply } from "./reply-to.js";
import { completionPorts } from "./completion-ports.js";
import { wantedAt } from "./wanted-at.js";

/**
 * What the scripts ask: `coco __complete <place of the cursor's word> <word>...`, words as they were typed, that of the
 * cursor up to the cursor. Whoever presses a key is told nothing of what went wrong.
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

/** A reply as the scripts read it: what the shell adds, then a line for each candidate, with what it is behind a tab. */
export function replyText({ more, candidates }: Reply): string {
  const lines = candidates
    .filter(({ value }) => !control.test(value))
    .map(({ value, says = "" }) => `${value}\t${says.replace(allControl, " ")}`);
  return [more, ...lines, ""].join("\n");
}

/** What would end a line, or do things to a terminal, is no candidate. */
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f]/;
// oxlint-disable-next-line no-control-regex
const allControl = /[\u0000-\u001f\u007f-\u009f]+/g;

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
