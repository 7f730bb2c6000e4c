import { expect, test } from "vitest";
import { tableText } from "./table-text.js";

test.each<[rows: string[][], text: string]>([
  [[], ""],
  [
    [
      ["a", "b"],
      ["long", "c"],
    ],
    "a     b\nlong  c\n",
  ],
  [
    [
      ["名", "b"],
      ["x", ""],
    ],
    "名  b\nx\n",
  ],
  [[["a\u001b[31m\n", "b"]], "a\\u001b[31m\\n  b\n"],
])("%j", (rows, text) => {
  expect(tableText(rows)).toBe(text);
});
