import { LineReader } from "../../std/line-reader.js";
import type { Child } from "./child.js";

/**
 * Hands over each line that a child writes to stdout. A line that is longer than it may be ends the child. After a fault
 * nothing is handed over any more, because it cannot be relied on. A last line without an end is dropped: the child ended
 * while it wrote it.
 */
export function onChildLine(
  child: Child,
  take: (line: string) => void,
  longest: number = longestMessage,
): void {
  const reader = new LineReader({
    longest,
    onLine: (line) => {
      if (line !== undefined && !child.hasFailed) take(line);
    },
    onLong: () =>
      void child.fail({ kind: "garbled", what: `a line of more than ${longest} characters on stdout` }),
  });
  child.stdout?.on("data", (chunk: Buffer) => reader.take(chunk));
}

/** The state of one object, with room to spare. */
const longestMessage = 64 * 1024 * 1024;
