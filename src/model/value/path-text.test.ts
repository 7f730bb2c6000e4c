import { expect, test } from "vitest";
import { pathText } from "./path-text.js";

test.each<[(string | number)[], string]>([
  [[], "root"],
  [["tags", "a.b", 0], 'root.tags["a.b"][0]'],
  [["root"], "root.root"],
  [["0", 0], 'root["0"][0]'],
  [["*"], String.raw`root["\*"]`],
  [["", 'a"b', "a\\b", "a b"], String.raw`root[""]["a\"b"]["a\\b"]["a b"]`],
  [["größe", "x-y", "$ref", "__proto__"], "root.größe.x-y.$ref.__proto__"],
  [["\ud800\n"], String.raw`root["\ud800\n"]`],
])("%j", (keys, text) => {
  expect(pathText(keys)).toBe(text);
});
