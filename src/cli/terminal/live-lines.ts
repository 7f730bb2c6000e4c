import { shortenEnd } from "../../std/shorten-text.js";
import { LiveRegion } from "./live-region.js";
import { processScreen, type RunView } from "./run-view.js";

/** Shows the lines that a function returns, redrawn until the end, below everything else that is printed. */
export function liveLines(
  lines: (columns: number) => readonly string[],
  write: (text: string) => void,
): RunView {
  const screen = processScreen();
  const region = new LiveRegion({
    screen,
    write,
    lines: (rows) => {
      const columns = screen.columns - 1;
      return lines(columns)
        .slice(0, rows)
        .map((line) => shortenEnd(line, columns));
    },
  });
  return { event: () => {}, above: (text) => region.above(text), end: () => region.end() };
}
