import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { SourcePosition } from "../../src/model/index.js";

/** Where a text stands in the source of a module: the first one behind all of `after`, each behind the one before. */
export function placeOf(moduleUrl: string, text: string, ...after: readonly string[]): SourcePosition {
  const file = fileURLToPath(moduleUrl);
  const source = readFileSync(file, "utf8");
  const find = (words: string, from: number) => {
    const found = source.indexOf(words, from);
    if (found < 0) throw new Error(`${file} has no ${words} there`);
    return found;
  };
  const from = after.reduce((at, words) => find(words, at) + words.length, 0);
  const lines = source.slice(0, find(text, from)).split("\n");
  return { file, line: lines.length, column: lines.at(-1)!.length + 1 };
}
