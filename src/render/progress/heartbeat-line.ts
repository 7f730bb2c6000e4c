import { runningText } from "./elapsed-text.js";
import { fewOf, namedBy } from "./named.js";
import type { Progress } from "./progress.js";
import { stepWords } from "./step-words.js";

/** That steps still run which began at least so long ago; nothing if none does. Ends its own line. */
export function heartbeatLine(view: Progress, nowMs: number, slowMs: number): string {
  const slow = [...view.running.values()]
    .filter(({ sinceMs }) => nowMs - sinceMs >= slowMs)
    .map(
      ({ urn, action, sinceMs }) =>
        `${stepWords[action].doing} ${namedBy(urn).name} (${runningText(nowMs - sinceMs)})`,
    );
  return slow.length === 0 ? "" : `  still ${fewOf(slow)}\n`;
}
