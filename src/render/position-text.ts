import type { SourcePosition } from "../model/index.js";
import type { Look } from "./look.js";

/** Returns a source position with its file relative to the user's working folder. */
export function positionText({ file, line, column }: SourcePosition, look: Look): string {
  return `${look.place(file)}:${line}:${column}`;
}

/** Returns ` at <position>`; empty without a position. */
export function atPosition(position: SourcePosition | undefined, look: Look): string {
  return position === undefined ? "" : ` at ${positionText(position, look)}`;
}
