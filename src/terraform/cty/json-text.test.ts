import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CtyFault } from "./fault.js";
import { jsonDepthLimit, readJson, writeJson, type JsonTree } from "./json-text.js";
import { Decimal } from "./value.js";

describe("readJson", () => {
  it.each<[string, JsonTree]>([
    [" null ", null],
    ["[true,false]", [true, false]],
    [
      '{"a":1,"b":{"a":2},"a":3}',
      new Map<string, JsonTree>([
        ["a", 3],
        ["b", new Map([["a", 2]])],
      ]),
    ],
    ['{"__proto__":"x"}', new Map([["__proto__", "x"]])],
    [
      '{"2":0,"1":0}',
      new Map([
        ["2", 0],
        ["1", 0],
      ]),
    ],
    ["{ }", new Map()],
    ["[\n]", []],
    ["9007199254740993", 9007199254740993n],
    ["-0", 0],
    ["0.1234567890123456789012345", new Decimal("0.1234567890123456789012345")],
    ["1e400", 10n ** 400n],
    ["1E-2", 0.01],
    [String.raw`"a\"\\\/\b\f\n\r\t\u00e9\ud83e\udd65"`, 'a"\\/\b\f\n\r\té\u{1f965}'],
    ['"\u2028\u007f"', "\u2028\u007f"],
  ])("reads %s", (text, tree) => {
    expect(readJson(text)).toEqual(tree);
  });

  it.each([
    ["", 1, "expected a value"],
    ["[1,]", 4, "expected a value"],
    ["[1 2]", 4, "expected a comma or the end of the list"],
    ['{"a" 1}', 6, "expected a colon"],
    ['{"a":1', 7, "expected a comma or the end of the object"],
    ["{a:1}", 2, "expected a string"],
    ["{1:1}", 2, "expected a string"],
    ["nul", 1, "expected a value"],
    ["nullx", 5, "expected the end of the text"],
    ["01", 2, "expected the end of the text"],
    ["+1", 1, "expected a value"],
    [".5", 1, "expected a value"],
    ["1.", 2, "expected the end of the text"],
    ["NaN", 1, "expected a value"],
    ["-", 1, "expected a value"],
    ["[1e9999999999]", 2, "the exponent of the number is too large"],
    ['"a', 1, "the string has no end or contains a control character"],
    ['"a\\', 1, "the string has no end or contains a control character"],
    ['"a\nb"', 1, "the string has no end or contains a control character"],
    [String.raw`["\x"]`, 2, "the string has an invalid escape"],
    [String.raw`["\u12"]`, 2, "the string has an invalid escape"],
    ["\ufeff1", 1, "expected a value"],
  ])("rejects %j", (text, position, reason) => {
    expect(() => readJson(text)).toThrow(new CtyFault(`invalid JSON at character ${position}: ${reason}`));
  });

  it("limits the depth", () => {
    const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
    expect(writeJson(readJson(nested(jsonDepthLimit)))).toBe(nested(jsonDepthLimit));
    expect(() => readJson(nested(jsonDepthLimit + 2))).toThrow("nested more than 1000 levels deep");
    expect(() => readJson("[".repeat(1_000_000))).toThrow(CtyFault);
  });

  it("reads a long string with many escapes", () => {
    expect(readJson(`"${"\\n".repeat(1_000_000)}"`)).toBe("\n".repeat(1_000_000));
  });

  it("agrees with JSON.parse on texts without large numbers", () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), (text) => {
        expect(JSON.parse(writeJson(readJson(text)))).toEqual(JSON.parse(text, withoutNegativeZero));
      }),
    );
  });
});

describe("writeJson", () => {
  it("writes numbers exactly and escapes like Go", () => {
    const tree = [2n ** 64n, new Decimal("0.12345678901234567890"), 1e-7, "<\u2028&>\n\u0001\ud800"];
    expect(writeJson(tree)).toBe(
      String.raw`[18446744073709551616,0.12345678901234567890,0.0000001,"\u003c\u2028\u0026\u003e\n\u0001\ud800"]`,
    );
  });

  it("throws for infinity", () => {
    expect(() => writeJson([Infinity])).toThrow(CtyFault);
  });
});

function withoutNegativeZero(_key: string, value: unknown): unknown {
  return value === 0 ? 0 : value;
}
