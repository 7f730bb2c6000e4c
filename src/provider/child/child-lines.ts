import { LineReader } from "../../std/line-reader.js";
import type { Child } from "./child.js";

/**
 * Passes on each line that a child writes to stdout. A line that exceeds the limit terminates the child. After a fault,
 * further lines are dropped, because they are not reliable. A last line without a newline is dropped too: the child
 * exited while it wrote it.
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

/** Large enough for the state of any object. */
const longestMessage = 64 * 1024 * 1024;
