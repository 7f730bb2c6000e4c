import type { Readable } from "node:stream";

/** Hands on what comes, line by line. A line without an end is handed on in pieces, and the last with the end. */
export function forwardLines(source: Readable, take: (line: string) => void): void {
  let rest = "";
  source.setEncoding("utf8");
  source.on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) take(line.endsWith("\r") ? line.slice(0, -1) : line);
    for (; rest.length > longestLine; rest = rest.slice(longestLine)) take(rest.slice(0, longestLine));
  });
  source.on("error", () => {});
  source.on("close", () => {
    if (rest !== "") take(rest);
  });
}

const longestLine = 64 * 1024;
