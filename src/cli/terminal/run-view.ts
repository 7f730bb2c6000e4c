import type { RunEvent } from "../../model/index.js";
import type { Look } from "../../render/index.js";
import { eventText, progressAfter, progressText, startProgress } from "../../render/progress/index.js";
import { lineProgress } from "./line-progress.js";
import { LiveRegion, type Screen } from "./live-region.js";
import type { Terminal } from "./terminal.js";

/** The progress display of a run. */
export interface RunView {
  event(event: RunEvent): void;
  /** Prints permanent text above the progress. The text includes its line breaks. */
  above(text: string): void;
  /** Removes the progress. Idempotent. */
  end(): void;
}

export interface RunViewOptions {
  /** The screen to draw on. Default: the terminal of the process. */
  readonly screen?: Screen;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
  /** Interval of heartbeat lines in a pipe. Default: `COCONUT_HEARTBEAT_SECONDS`, or 30 seconds. */
  readonly heartbeatMs?: number;
}

/** Returns a live display on an interactive terminal; elsewhere prints one line per event. */
export function runView(
  terminal: Terminal,
  look: Look,
  write: (text: string) => void,
  options: RunViewOptions = {},
): RunView {
  const { screen, now = () => performance.now(), heartbeatMs = heartbeatFrom(process.env) } = options;
  if (terminal.isInteractive) return liveProgress({ look, write, now, screen: screen ?? processScreen() });
  return lineProgress({ look, write, now, heartbeatMs, isGrouped: terminal.annotates });
}

export function processScreen(): Screen {
  const { stdout, stderr } = process;
  return {
    get columns() {
      return stdout.columns > 0 ? stdout.columns : 80;
    },
    get rows() {
      return stdout.rows > 0 ? stdout.rows : 24;
    },
    streams: stderr.isTTY ? [stdout, stderr] : [stdout],
  };
}

/** Returns the heartbeat interval in milliseconds; 30 seconds if the variable is not a positive number. */
export function heartbeatFrom(environment: Readonly<Record<string, string | undefined>>): number {
  const seconds = Number(environment["COCONUT_HEARTBEAT_SECONDS"]);
  return seconds > 0 && Number.isFinite(seconds) ? seconds * 1000 : 30_000;
}

interface LiveProgressPorts {
  readonly look: Look;
  readonly write: (text: string) => void;
  readonly now: () => number;
  readonly screen: Screen;
}

/** The live display: finished steps scroll by, running steps are shown below. */
function liveProgress({ look, write, now, screen }: LiveProgressPorts) {
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
