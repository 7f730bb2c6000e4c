import type { RunEvent } from "../../model/index.js";
import { waitingLine, type WaitingEvent } from "../../render/progress/index.js";
import { shortenEnd } from "../../std/shorten-text.js";
import { LiveRegion } from "./live-region.js";
import { processScreen } from "./run-view.js";
import type { Terminal } from "./terminal.js";

/** Shows the elapsed time while a command waits for the lock, on an interactive terminal. Removed afterwards. */
export function waitView({ isInteractive }: Terminal, write: (text: string) => void) {
  let last: { readonly event: WaitingEvent; readonly atMs: number } | undefined;
  let region: LiveRegion | undefined;
  const open = () => {
    const screen = processScreen();
    const lines = () => {
      if (last === undefined) return [];
      const waitedMs = last.event.waitedMs + performance.now() - last.atMs;
      return [shortenEnd(waitingLine(last.event, waitedMs), screen.columns - 1)];
    };
    return new LiveRegion({ screen, write, lines });
  };
  return {
    /** Returns true if the event is shown here. */
    event: (event: RunEvent): boolean => {
      if (event.kind !== "waiting" || !isInteractive) return false;
      last = { event, atMs: performance.now() };
      region ??= open();
      return true;
    },
    end: () => {
      region?.end();
      region = undefined;
    },
  };
}
