import { basename, dirname } from "node:path";
import type { Look } from "../../render/index.js";
import { elapsedText } from "../../render/progress/index.js";
import { counted } from "../../std/counted.js";
import { displayWidth } from "../../std/display-width.js";
import { printable } from "../../std/printable.js";
import { shortenMiddle } from "../../std/shorten-text.js";

export interface RoundBegun {
  /** What was saved; nothing for the first round. */
  readonly because: readonly string[];
  /** Those of them that are folders. */
  readonly folders: ReadonlySet<string>;
  readonly stack: string;
  readonly at: Date;
  /** Someone sees the screen, and only the latest round is of interest. */
  readonly isScreen: boolean;
}

/** What a round is about. On a screen it takes the place of the one before, in a pipe it stands below it. */
export function roundHeading({ because, folders, stack, at, isScreen }: RoundBegun, look: Look): string {
  // A file that comes or goes changes its folder as well.
  const isTold = (path: string) => folders.has(path) && because.some((other) => dirname(other) === path);
  const names = because
    .filter((path) => !isTold(path))
    .map((path) => printable(folders.has(path) ? `${basename(path)}/` : look.place(path)));
  const [first, ...others] = names;
  const more = others.length === 0 ? "" : ` and ${counted(others.length, "other")}`;
  const [day, time] = localTime(at);
  const about = `  ${stack}  ${isScreen ? time : `${day} ${time}`}`;
  const prefix = isScreen ? "" : "--- ";
  const rest = `${prefix}${more} changed${about}`;
  const name = first && shortenMiddle(first, Math.max(8, look.width - displayWidth(rest)));
  const what = name === undefined ? "Begun" : `${name}${more} changed`;
  const line = `${prefix}${look.paint("strong", what)}${look.paint("faint", about)}\n\n`;
  if (isScreen) return `${clearScreen}${line}`;
  return name === undefined ? line : `\n${line}`;
}

/** From the beginning of the screen; what has scrolled out of it stays. */
const clearScreen = "\u001b[H\u001b[J";

export interface RoundEnded {
  readonly exitCode: number;
  readonly durationMs: number;
  readonly applies: boolean;
  /** How many files are watched. */
  readonly files: number;
}

/** How a round ended, and what is waited for. */
export function roundFooting({ exitCode, durationMs, applies, files }: RoundEnded, look: Look): string {
  const took = elapsedText(durationMs);
  const done = `${applies ? "Applied" : "Planned"} in ${took}.`;
  const failed = `Ended with ${exitCode} after ${took}.`;
  const waits = `Watching ${counted(files, "file")}. Ctrl-C ends.`;
  const ended = exitCode === 0 ? look.paint("faint", done) : look.paint("error", failed);
  const gap = displayWidth(`${exitCode === 0 ? done : failed} ${waits}`) <= look.width ? " " : "\n";
  return `\n${ended}${gap}${look.paint("faint", waits)}\n`;
}

function localTime(at: Date): readonly [day: string, time: string] {
  const two = (number: number) => String(number).padStart(2, "0");
  return [
    `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`,
  ];
}
