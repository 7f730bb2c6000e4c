import { basename, dirname } from "node:path";
import type { Look } from "../../render/index.js";
import { elapsedText } from "../../render/progress/index.js";
import { counted } from "../../std/counted.js";
import { displayWidth } from "../../std/display-width.js";
import { printable } from "../../std/printable.js";
import { shortenMiddle } from "../../std/shorten-text.js";

export interface RoundBegun {
  /** Saved paths; empty for the first round. */
  readonly because: readonly string[];
  /** The paths that are folders. */
  readonly folders: ReadonlySet<string>;
  readonly stack: string;
  readonly at: Date;
  /** The output is a screen, which is cleared for each round. */
  readonly isScreen: boolean;
}

/** Returns the heading of a round. On a screen it replaces the previous round. */
export function roundHeading({ because, folders, stack, at, isScreen }: RoundBegun, look: Look): string {
  // A new or deleted file also changes its folder.
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
  const what = name === undefined ? "Watching" : `${name}${more} changed`;
  const line = `${prefix}${look.paint("strong", what)}${look.paint("faint", about)}\n\n`;
  if (isScreen) return `${clearScreen}${line}`;
  return name === undefined ? line : `\n${line}`;
}

/** Clears the screen, but not the scrollback. */
const clearScreen = "\u001b[H\u001b[J";

export interface RoundEnded {
  readonly exitCode: number;
  readonly durationMs: number;
  readonly applies: boolean;
  /** Number of watched files. */
  readonly files: number;
}

/** Returns the last line of a round: result, duration and number of watched files. */
export function roundFooting({ exitCode, durationMs, applies, files }: RoundEnded, look: Look): string {
  const took = elapsedText(durationMs);
  const done = `${applies ? "Applied" : "Planned"} in ${took}.`;
  const failed = `Failed with exit code ${exitCode} after ${took}.`;
  const waits = `Watching ${counted(files, "file")}. Press Ctrl-C to stop.`;
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
