import { LiveRegion } from "./live-region.js";
import { processScreen, type RunView } from "./run-view.js";

/** Shows the lines that a function returns for a width, redrawn until the end, below everything else that is printed. */
export function liveLines(
  lines: (columns: number) => readonly string[],
  write: (text: string) => void,
): RunView {
  const screen = processScreen();
  const region = new LiveRegion({
    screen,
    write,
    lines: (rows) => lines(screen.columns - 1).slice(0, rows),
  });
  return { event: () => {}, above: (text) => region.above(text), end: () => region.end() };
}
