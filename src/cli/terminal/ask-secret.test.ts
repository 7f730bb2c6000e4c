import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import type { AskStreams } from "./ask-question.js";
import { askSecret, nothingTyped, typedAfter, type Typed } from "./ask-secret.js";

test.each<[string, readonly string[], Typed]>([
  ["letters", ["ab", "c"], { text: "abc" }],
  ["the end of the line", ["ab\r"], { text: "ab", end: "given" }],
  ["what is pasted with its end", ["ab\ncd\n"], { text: "ab", end: "given" }],
  ["nothing", ["\r"], { text: "", end: "given" }],
  ["a key that takes back", ["abc\u007f\u007fd"], { text: "ad" }],
  ["the other key that takes back", ["ab\b"], { text: "a" }],
  ["taking back more than there is", ["a\u007f\u007f\u007fb"], { text: "b" }],
  ["taking back a letter with its accent", ["ae\u0301\u007f"], { text: "a" }],
  ["taking back the whole line", ["abc\u0015d"], { text: "d" }],
  ["arrows", ["a\u001b[Db\u001bOAc\u001b[1;5C"], { text: "abc" }],
  ["other keys that are no letters", ["a\u0001\tb"], { text: "ab" }],
  ["leaving", ["abc\u0003"], { text: "", end: "left" }],
  ["the end of the input", ["\u0004"], { text: "", end: "left" }],
  ["the end of the input behind something", ["a\u0004"], { text: "a", end: "given" }],
])("%s", (_, keys, typed) => {
  expect(keys.reduce(typedAfter, nothingTyped)).toEqual(typed);
});

test("is not shown, and the terminal is as it was", async () => {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), { setRawMode: (isRaw: boolean) => modes.push(isRaw) });
  const output = new PassThrough().setEncoding("utf8");
  const answer = askSecret({ input, output } as unknown as AskStreams, "Value of token: ");
  const bytes = Buffer.from("pärchen\r");
  input.write(bytes.subarray(0, 2));
  input.write(bytes.subarray(2));
  expect(await answer).toBe("pärchen");
  expect(output.read()).toBe("Value of token: \n");
  expect(modes).toEqual([true, false]);
});

test("is nothing if the input ends", async () => {
  const input = new PassThrough();
  const answer = askSecret({ input, output: new PassThrough() } as unknown as AskStreams, "Value");
  input.end("abc");
  expect(await answer).toBeUndefined();
});
