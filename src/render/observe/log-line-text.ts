import { displayWidth } from "../../std/display-width.js";
import { printable } from "../../std/printable.js";
import type { Look, Style } from "../look.js";

export interface ShownLogLine {
  readonly time: Date;
  readonly message: string;
  readonly stream?: string | undefined;
  /** The resource of the line, if several are shown. */
  readonly of?: {
    readonly name: string;
    /** The width of the widest name. */
    readonly width: number;
    /** Selects the color of the resource. */
    readonly index: number;
  };
}

/** Renders one log entry. Continuation lines of the message are aligned with its first line. */
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

/** Each resource uses one of these. */
const styles: readonly Style[] = ["record", "create", "update", "replace", "drift"];

const escape = "\u001B";
const colours = new RegExp(`${escape}\\[[\\d;:]*m`, "g");

/** A provider may return an invalid date. */
function timeText(time: Date): string {
  return Number.isNaN(time.getTime()) ? "-" : time.toISOString();
}
