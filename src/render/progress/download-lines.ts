import { shortenEnd } from "../../std/shorten-text.js";
import type { Look } from "../look.js";

/** A package that a command is fetching. */
export interface Download {
  /** The name and version of the package. */
  readonly what: string;
  readonly phase: "looking" | "downloading" | "checking" | "generating" | "done";
  /** In bytes. */
  readonly received?: number;
  /** Undefined while the size is not known. */
  readonly total?: number;
}

/** Returns one line for each package that is not done: its name, a bar, and how much of it has arrived. */
export function downloadLines(downloads: Iterable<Download>, columns: number, look: Look): readonly string[] {
  const open = [...downloads].filter(({ phase }) => phase !== "done");
  const names = open.map(({ what }) => shortenEnd(what, Math.max(1, columns - roomForState)));
  const longest = Math.max(0, ...names.map((name) => name.length));
  return open.map(
    (each, index) => `${names[index]!.padEnd(longest)}  ${stateText(each, columns - longest - 2, look)}`,
  );
}

function stateText({ phase, received = 0, total }: Download, room: number, { paint }: Look): string {
  if (phase !== "downloading") return phaseTexts[phase];
  if (total === undefined || total === 0) return bytesText(received);
  const part = Math.min(1, received / total);
  const percent = `${Math.floor(part * 100)}%`;
  const end = `${percent.padStart(4)}  ${bytesText(received)} of ${bytesText(total)}`;
  const width = Math.min(longestBar, room - end.length - 1);
  if (width < shortestBar) return end.trimStart().length > room ? percent : end.trimStart();
  const filled = Math.round(part * width);
  return `${paint("done", "━".repeat(filled))}${paint("faint", "─".repeat(width - filled))} ${end}`;
}

/** The longest text beside a name that has no bar. */
const roomForState = 23;

const phaseTexts = {
  looking: "looking up versions",
  checking: "verifying",
  generating: "generating types",
  done: "",
} as const;

const longestBar = 30;
const shortestBar = 6;

/** Returns a size in decimal units with one digit after the point: `12.4 MB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${size >= 100 ? size.toFixed(0) : size.toFixed(1)} ${unit}`;
}
