import { describe, expect, test } from "vitest";
import {
  archiveOf,
  assetOf,
  referenceTo,
  secretOf,
  unknown,
  unknownOf,
  type Value,
} from "../../model/index.js";
import { valueText } from "./value-text.js";

const urn = "urn:pulumi:dev::shop::cloud:index:Bucket::logs";

describe("a value on one line", () => {
  test.each<[string, Value]>([
    ["null", null],
    ["null", undefined],
    ["true", true],
    ["12.5", 12.5],
    ["NaN", Number.NaN],
    ['"text"', "text"],
    ['"known after apply"', "known after apply"],
    [String.raw`"a \"b\"\n\u001b[31m"`, 'a "b"\n\u001B[31m'],
    ["known after apply", unknown],
    ["known after apply", unknownOf("array")],
    ["[]", []],
    ["[1, [2], null]", [1, [2], undefined]],
    ["{}", {}],
    ["{ a: 1, b: { c: [] } }", { a: 1, b: { c: [] } }],
    ["{ a: known after apply }", { a: unknown }],
    [String.raw`{ größe: 1, "a-b": 2, "a\nb": 3, "": 4 }`, { größe: 1, "a-b": 2, "a\nb": 3, "": 4 }],
    ["{ __proto__: 1 }", Object.fromEntries([["__proto__", 1]])],
    ["asset", assetOf({ text: "body" })],
    ["asset 0123456789ab", assetOf({ path: "a.txt" }, "0123456789abcdef")],
    ["archive 0123456789ab", archiveOf({ path: "site" }, "0123456789abcdef")],
    [urn, referenceTo({ urn, id: "b-1" })],
  ])("%s", (text, value) => {
    expect(valueText(value)).toBe(text);
  });
});

describe("secrets are masked", () => {
  test.each<[string, Value]>([
    ["[secret]", secretOf("hunter2")],
    ["[secret]", secretOf("a much longer text, whose length is not shown")],
    ["[secret]", secretOf(unknown)],
    ["[secret]", secretOf({ password: "hunter2" })],
    ["[1, [secret]]", [1, secretOf("hunter2")]],
    ['{ user: "me", password: [secret] }', { user: "me", password: secretOf("hunter2") }],
  ])("%s", (text, value) => {
    expect(valueText(value)).toBe(text);
  });
});

describe("what is long is cut", () => {
  test("at so many characters, the sign of it included", () => {
    expect(valueText("a".repeat(78))).toHaveLength(80);
    expect(valueText("a".repeat(79))).toBe(`"${"a".repeat(78)}…`);
    expect(valueText([1, 2, 3, 4, 5], 8)).toBe("[1, 2, …");
  });

  test("never through a character", () => {
    expect(valueText("aaa🥥🥥", 6)).toBe('"aaa…');
    expect(valueText("aaa🥥🥥", 7)).toBe('"aaa🥥…');
  });

  test("however deep or large it is, without looking at all of it", () => {
    let deep: Value = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = depth % 2 === 0 ? [deep] : { a: deep };
    expect(valueText(deep, 12)).toBe("{ a: [{ a: …");
    let looked = 0;
    const large = new Proxy(
      Array.from({ length: 10_000 }, (_, index) => index),
      {
        get(target, key, receiver) {
          looked++;
          return Reflect.get(target, key, receiver) as unknown;
        },
      },
    );
    expect(valueText(large, 12)).toBe("[0, 1, 2, 3…");
    expect(looked).toBeLessThan(100);
  });
});
