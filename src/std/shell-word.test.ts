import { expect, test } from "vitest";
import { shellWord } from "./shell-word.js";

test.each([
  ["logs", "logs"],
  ["shop:main/a@b.c-d", "shop:main/a@b.c-d"],
  ["main#journal", "'main#journal'"],
  ["two words", "'two words'"],
  ["it's", "'it'\\''s'"],
  ["", "''"],
])("%s", (text, expected) => {
  expect(shellWord(text)).toBe(expected);
});
