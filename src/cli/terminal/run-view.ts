import type { RunEvent } from "../../model/index.js";
import type { Look } from "../../render/index.js";
import { eventText, progressAfter, progressText, startProgress } from "../../render/progress/index.js";
import { lineProgress } from "./line-progress.js";
import { LiveRegion, type Screen } from "./live-region.js";
import type { Terminal } from "./terminal.js";

/** A run as it is seen while it goes on. */
export interface RunView {
  event(event: RunEvent): void;
  /** Says something that stays, whatever is shown of the run. Ends its own lines. */
  above(text: string): void;
  /** Nothing of what only shows that the run goes on is left. Once is enough, twice does no harm. */
  end(): void;
}

export interface RunViewOptions {
  /** What is drawn on, and in whose way others could write. That of the process unless said. */
  readonly screen?: Screen;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
  /** How long a step runs before a pipe hears that it still does; `COCONUT_HEARTBEAT_SECONDS`, else 30 seconds. */
  readonly heartbeatMs?: number;
}

/** Lines that change where someone sees them change; elsewhere a line for each thing that has happened. */
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

/** Not a number of seconds, or none at all: as usual. */
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

/** A run for someone who watches: what has happened scrolls by, what is happening is seen below it. */
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
