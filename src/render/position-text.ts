import type { SourcePosition } from "../model/index.js";
import type { Look } from "./look.js";

/** A place in the source as it is called from where the user stands. */
export function positionText({ file, line, column }: SourcePosition, look: Look): string {
  return `${look.place(file)}:${line}:${column}`;
}

/** The same behind a word; nothing for what stands nowhere. */
export function atPosition(position: SourcePosition | undefined, look: Look): string {
  return position === undefined ? "" : ` at ${positionText(position, look)}`;
}
