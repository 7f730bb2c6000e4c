import type { RunEvent } from "../../model/index.js";
import type { Look } from "../../render/index.js";
import { eventText, progressAfter, progressText, startProgress } from "../../render/progress/index.js";
import { LiveRegion, type Screen } from "./live-region.js";

export interface LiveProgressPorts {
  readonly look: Look;
  readonly write: (text: string) => void;
  readonly now: () => number;
  readonly screen: Screen;
}

/** A run for someone who watches: what has happened scrolls by, what is happening is seen below it. */
export function liveProgress({ look, write, now, screen }: LiveProgressPorts) {
  let view = startProgress(0, now());
  const region = new LiveRegion({
    screen,
    write,
    lines: (rows) => progressText(view, now(), look, rows),
  });
  return {
    event: (event: RunEvent) => {
      view = progressAfter(view, event, now());
      const text = eventText(event, look);
      if (text !== "") region.above(text);
    },
    above: (text: string) => region.above(text),
    end: () => region.end(),
  };
}
