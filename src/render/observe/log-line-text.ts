import { displayWidth } from "../../std/display-width.js";
import { printable } from "../../std/printable.js";
import type { Look, Style } from "../look.js";

export interface ShownLogLine {
  readonly time: Date;
  readonly message: string;
  readonly stream?: string | undefined;
  /** Whose it is, where there are several. */
  readonly of?: {
    readonly name: string;
    /** How much room all their names need. */
    readonly width: number;
    /** Tells them apart by colour. */
    readonly index: number;
  };
}

/** A line of a log. What its message goes on with stands below where it began. */
export function logLineText({ time, message, stream, of }: ShownLogLine, look: Look): string {
  const name = of === undefined ? "" : printable(of.name);
  const pad = of === undefined ? "" : " ".repeat(Math.max(0, of.width - displayWidth(name)) + 2);
  const where = stream === undefined ? "" : `[${printable(stream)}] `;
  const prefix = `${timeText(time)} `;
  const colour = styles[(of?.index ?? 0) % styles.length]!;
  const head = `${look.paint("faint", prefix)}${name === "" ? "" : look.paint(colour, name)}${pad}${look.paint("faint", where)}`;
  const indent = " ".repeat(prefix.length + displayWidth(name) + pad.length + displayWidth(where));
  return message
    .replaceAll(colours, "")
    .replaceAll("\t", "    ")
    .replace(/[\r\n]+$/, "")
    .split(/\r?\n/)
    .map((line, index) => `${index === 0 ? head : indent}${printable(line)}\n`)
    .join("");
}

/** Of these, each resource has one. */
const styles: readonly Style[] = ["record", "create", "update", "replace", "drift"];

const escape = "\u001B";
const colours = new RegExp(`${escape}\\[[\\d;:]*m`, "g");

/** A provider may answer with a date that is none. */
function timeText(time: Date): string {
  return Number.isNaN(time.getTime()) ? "-" : time.toISOString();
}
