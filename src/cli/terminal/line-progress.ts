import type { RunEvent } from "../../model/index.js";
import type { Look } from "../../render/index.js";
import { eventText, heartbeatLine, progressAfter, startProgress } from "../../render/progress/index.js";

export interface LineProgressPorts {
  readonly look: Look;
  readonly write: (text: string) => void;
  readonly now: () => number;
  readonly heartbeatMs: number;
  /** Whether the lines of the run are folded into one, as GitHub does it. */
  readonly isGrouped: boolean;
}

/** A run for those who read it later: a line for each step that has ended, and now and then one for those that have not. */
export function lineProgress({ look, write, now, heartbeatMs, isGrouped }: LineProgressPorts) {
  let view = startProgress(0, now());
  let lastBeatMs = now();
  let isOver = false;
  let said = "";
  const hand = () => {
    if (said !== "") write(said);
    said = "";
  };
  // What is said before anybody else has a turn is written at once: each write costs as much as the rest of a line.
  const say = (text: string) => {
    if (text !== "" && said === "") process.nextTick(hand);
    said += text;
  };
  const beat = () => {
    if (now() - lastBeatMs < heartbeatMs) return;
    const line = heartbeatLine(view, now(), heartbeatMs);
    if (line === "") return;
    lastBeatMs = now();
    say(line);
    hand();
  };
  // Looks more often than it speaks, so that a step that begins just after a look is not silent for twice as long.
  const beats = setInterval(beat, heartbeatMs / 4).unref();
  if (isGrouped) write("::group::Steps\n");
  return {
    event: (event: RunEvent) => {
      view = progressAfter(view, event, now());
      say(eventText(event, look));
    },
    above: say,
    end: () => {
      if (isOver) return;
      isOver = true;
      clearInterval(beats);
      hand();
      if (isGrouped) write("::endgroup::\n");
    },
  };
}
