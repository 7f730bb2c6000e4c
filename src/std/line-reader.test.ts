import { expect, test } from "vitest";
import { LineReader } from "./line-reader.js";

/** Reads these chunks, with at most ten characters per line. */
function read(...chunks: readonly (string | Buffer)[]): readonly string[] {
  const heard: string[] = [];
  const reader = new LineReader({
    longest: 10,
    onLine: (line, length) => heard.push(line ?? `(${length} characters)`),
    onLong: () => heard.push("too long"),
  });
  for (const chunk of chunks) reader.take(Buffer.from(chunk));
  reader.end();
  return heard;
}

test.each<[string, readonly (string | Buffer)[], readonly string[]]>([
  ["lines in one chunk", ["a\nb\r\nc\n"], ["a", "b", "c"]],
  ["a line in several chunks", ["a", "b", "c\nd"], ["abc", "d"]],
  ["empty lines", ["\n\na\n"], ["", "", "a"]],
  ["a character in two chunks", [Buffer.from("é").subarray(0, 1), Buffer.from("é").subarray(1)], ["é"]],
  ["the longest line", ["0123456789\n"], ["0123456789"]],
  ["a line that is too long", ["01234567890\nb\n"], ["too long", "(11 characters)", "b"]],
  ["a long line in many chunks", ["01234", "56789", "abc", "def"], ["too long", "(16 characters)"]],
  ["nothing", [], []],
])("%s", (_, chunks, expected) => {
  expect(read(...chunks)).toEqual(expected);
});
