import type { RunEvent } from "../../model/index.js";
import type { Look } from "../../render/index.js";
import { eventText, heartbeatLine, progressAfter, startProgress } from "../../render/progress/index.js";

export interface LineProgressPorts {
  readonly look: Look;
  readonly write: (text: string) => void;
  readonly now: () => number;
  readonly heartbeatMs: number;
  /** Collapse the lines of the run into a GitHub Actions group. */
  readonly isGrouped: boolean;
}

/** Prints the progress of a run to a pipe or log: one line per finished step, and a heartbeat line for long steps. */
export function lineProgress({ look, write, now, heartbeatMs, isGrouped }: LineProgressPorts) {
  let view = startProgress(0, now());
  let lastBeatMs = now();
  let isOver = false;
  let said = "";
  const hand = () => {
    if (said !== "") write(said);
    said = "";
  };
  // Joins all text of one tick into one write: each write costs as much as formatting a line.
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
  // Checks more often than the heartbeat, so that a step that starts just after a check is reported in time.
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
