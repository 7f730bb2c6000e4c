import type { Command } from "../command.js";
import { replyText } from "./reply-text.js";
import { replyTo } from "./reply-to.js";
import { statePorts } from "./state-ports.js";
import { unquoted } from "./unquoted.js";
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
    process.stdout.write(replyText(await replyTo(wanted, statePorts(wanted.place))));
  } catch {
    process.stdout.write(replyText({ more: "words", candidates: [] }));
  }
}
