import { expect, test } from "vitest";
import { secretTextsIn, textsIn } from "./texts-in.js";
import { archiveOf, assetOf, secretOf, type Value } from "./value.js";

test.each<[string, Value, readonly string[]]>([
  ["a text", "a", ["a"]],
  ["numbers that are long enough", [12, 4711, true, null], ["4711"]],
  ["what is inside, without keys", { key: ["a", { other: secretOf("b") }] }, ["a", "b"]],
  ["an asset", assetOf({ text: "a" }, "hash"), ["a", "hash"]],
  ["where an asset is", assetOf({ path: "a/b" }), ["a/b"]],
  [
    "what is in an archive",
    archiveOf({ assets: { x: archiveOf({ assets: { y: assetOf({ text: "a" }) } }) } }),
    ["a"],
  ],
])("the texts of %s", (_, value, texts) => {
  expect([...textsIn(value)].toSorted()).toEqual(texts);
});

test("only what is secret has texts that are", () => {
  const values: Value[] = [{ a: "shown", b: secretOf({ c: "x" }) }, "shown", [secretOf("y")]];
  expect([...secretTextsIn(values)].toSorted()).toEqual(["x", "y"]);
});
