import { expect, test } from "vitest";
import { longestOutput, ScriptOutput } from "./script-output.js";

function printed(...chunks: readonly (string | Buffer)[]) {
  const lines: string[] = [];
  const output = new ScriptOutput((line) => lines.push(line));
  for (const chunk of chunks) output.take(Buffer.from(chunk as string));
  output.end();
  return { output, lines, text: output.text() };
}

test.each<[name: string, chunks: readonly (string | Buffer)[], text: string, lines: readonly string[]]>([
  ["nothing", [], "", []],
  ["one newline", ["\n"], "", [""]],
  ["a line", ["a\n"], "a", ["a"]],
  ["a line without an end", ["a"], "a", ["a"]],
  ["the last newline only", ["a\n\n"], "a\n", ["a", ""]],
  ["lines of another system", ["a\r\nb\r\n"], "a\r\nb", ["a", "b"]],
  ["lines in pieces", ["a", "b\nc", "d\n"], "ab\ncd", ["ab", "cd"]],
  ["a character in pieces", [Buffer.from([0xc3]), Buffer.from([0xa9, 0x0a])], "é", ["é"]],
  ["bytes that are no text", [Buffer.from([0x61, 0xff, 0x62])], "a\ufffdb", ["a\ufffdb"]],
  ["half a character at the end", [Buffer.from([0x61, 0xc3])], "a\ufffd", ["a\ufffd"]],
  ["a mark of byte order", ["\ufeffa"], "\ufeffa", ["\ufeffa"]],
])("%s", (_, chunks, text, lines) => {
  expect(printed(...chunks)).toMatchObject({ text, lines });
});

test("more than is kept is left out, with a note, and never half a character", () => {
  const { output, text } = printed("x".repeat(longestOutput - 1), "é", "y".repeat(999));
  expect(output.bytesLeftOut).toBe(1000);
  expect(text).toBe(`${"x".repeat(longestOutput - 1)}\n[1000 more bytes were not kept]`);
});

test("a line is passed on whole or not at all, however it comes", () => {
  const { lines } = printed("x".repeat(6000), "x".repeat(6000), "\nshort\n", "y".repeat(10_000));
  expect(lines).toEqual(["(a line of 12000 characters)", "short", "y".repeat(10_000)]);
});

test("the last lines are at hand", () => {
  const { output } = printed(Array.from({ length: 30 }, (_, index) => `${index}\n`).join(""));
  expect(output.lastLines).toEqual(["20", "21", "22", "23", "24", "25", "26", "27", "28", "29"]);
});
