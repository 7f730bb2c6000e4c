import { decode, encode, ExtensionCodec } from "@msgpack/msgpack";
import { describe, expect, it } from "vitest";
import {
  ctyUnknown,
  CtyUnknown,
  Decimal,
  Dynamic,
  dynamicType,
  numberType,
  stringType,
  typeOfJsonText,
  type CtyType,
  type CtyValue,
} from "../../../terraform/cty/index.js";
import { decodeMsgpack, encodeMsgpack } from "./msgpack.js";

const hexOf = (type: CtyType, value: CtyValue) => Buffer.from(encodeMsgpack(type, value)).toString("hex");
const valueOf = (type: CtyType, hex: string) => decodeMsgpack(type, Buffer.from(hex, "hex"));
const object = '["object",{"a":"string","b":["list","number"]}]';

describe("encodeMsgpack", () => {
  it.each<[string, CtyValue, string]>([
    ['"number"', 2n ** 63n - 1n, "cf7fffffffffffffff"],
    ['"number"', -(2n ** 63n), "d38000000000000000"],
    ['"number"', 2n ** 63n, "b339323233333732303336383534373735383038"],
    ['"number"', 2 ** 40, "cf0000010000000000"],
    ['"number"', -(2 ** 40), "d3ffffff0000000000"],
    ['"number"', -0, "00"],
    ['"number"', 1e21, "b631303030303030303030303030303030303030303030"],
    ['"number"', 0.5, "cb3fe0000000000000"],
    ['"number"', 0.1, "a3302e31"],
    ['"number"', new Decimal("1e-2000"), "a731652d32303030"],
    ['"number"', -Infinity, "cbfff0000000000000"],
    ['"string"', "e\u0301", "a2c3a9"],
    ['"string"', "a\ud800b", "a561efbfbd62"],
    ['["list","string"]', ["\udc00", "z"], "92a3efbfbda17a"],
    [
      '["map","bool"]',
      new Map([
        ["9", true],
        ["10", false],
        ["__proto__", true],
      ]),
      "83a23130c2a139c3a95f5f70726f746f5f5fc3",
    ],
    ['"dynamic"', null, "c0"],
    ['"dynamic"', new CtyUnknown({ isNull: false }), "d40000"],
    ['"dynamic"', new Dynamic(stringType, "a"), "92c40822737472696e6722a161"],
    ['"dynamic"', new Dynamic(dynamicType, new Dynamic(stringType, "a")), "92c40822737472696e6722a161"],
    ['"string"', new CtyUnknown({}), "d40000"],
    ['"string"', new CtyUnknown({ isNull: false }), "c7030c8101c2"],
    ['"string"', new CtyUnknown({ prefix: "" }), "d40000"],
    ['"number"', new CtyUnknown({ from: { value: -Infinity, inclusive: true } }), "d40000"],
    ['"bool"', new CtyUnknown({ prefix: "a", minLength: 1 }), "d40000"],
  ])("writes at %s %s", (type, value, hex) => {
    expect(hexOf(typeOfJsonText(type), value)).toBe(hex);
  });

  it.each<[string, CtyValue, string]>([
    ['"number"', NaN, "NaN is not a number that Terraform can hold"],
    ['"number"', "1", "expected a number, got a string"],
    ['"string"', undefined as never, "expected a string, got undefined"],
    ['"dynamic"', "a", "expected a value with its type, got a string"],
    [object, new Map([["a", null]]), ".b: the attribute is missing"],
    [
      object,
      new Map([
        ["a", null],
        ["b", null],
        ["c", null],
      ]),
      ".c: the type has no such attribute",
    ],
    [
      object,
      new Map<string, CtyValue>([
        ["a", null],
        ["b", [1, true]],
      ]),
      ".b[1]: expected a number, got a bool",
    ],
    ['["map","number"]', new Map([["k", "v"]]), '["k"]: expected a number, got a string'],
    [
      '["map","number"]',
      new Map([
        ["\u00e9", 1],
        ["e\u0301", 2],
      ]),
      '["\u00e9"]: two keys are the same text in Unicode normal form C',
    ],
    ['["tuple",["bool"]]', [], "expected a tuple of 1 elements, got 0"],
  ])("rejects at %s %s", (type, value, message) => {
    expect(() => encodeMsgpack(typeOfJsonText(type), value)).toThrow(faultWith(message));
  });

  it("writes lengths of every width", () => {
    for (const length of [0, 15, 16, 31, 32, 255, 256, 65535, 65536, 70000]) {
      for (const text of ["x".repeat(length), "é".repeat(length / 2)])
        expect(decode(encodeMsgpack(stringType, text))).toBe(text);
      const list: CtyType = { kind: "list", element: numberType };
      const values = Array.from({ length }, (_, index) => index);
      expect(decode(encodeMsgpack(list, values))).toEqual(values);
      const map: CtyType = { kind: "map", element: numberType };
      const entries = new Map(values.map((value) => [`k${value}`, value]));
      expect(decode(encodeMsgpack(map, entries))).toEqual(Object.fromEntries(entries));
      expect(decodeMsgpack(map, encodeMsgpack(map, entries))).toEqual(entries);
    }
  });

  it("shortens a long prefix between characters, and leaves out refinements that providers refuse for their size", () => {
    const prefixOf = (prefix: string) =>
      decodeMsgpack(stringType, encodeMsgpack(stringType, new CtyUnknown({ prefix })));
    expect(prefixOf("p".repeat(300))).toEqual(new CtyUnknown({ prefix: "p".repeat(255) }));
    expect(prefixOf("\u{1f965}".repeat(100))).toEqual(new CtyUnknown({ prefix: "\u{1f965}".repeat(63) }));
    const value = new Decimal(`0.${"1".repeat(900)}`);
    const bound = { value, inclusive: true };
    expect(hexOf(numberType, new CtyUnknown({ from: bound, to: bound }))).toBe("d40000");
  });
});

describe("decodeMsgpack", () => {
  it.each<[string, string, CtyValue]>([
    ['"number"', "cfffffffffffffffff", 2n ** 64n - 1n],
    ['"number"', "d3ffffffffffffffff", -1],
    ['"number"', "cf001fffffffffffff", 2 ** 53 - 1],
    ['"number"', "ca3f000000", 0.5],
    ['"number"', "cb3fb999999999999a", 0.1],
    ['"number"', "cb8000000000000000", 0],
    ['"number"', "cb43f0000000000000", 18446744073709552000n],
    ['"number"', "a3316531", 10],
    ['"number"', "cb7ff0000000000000", Infinity],
    ['"string"', "a365cc81", "é"],
    ['"string"', "a2ff61", "\ufffda"],
    ['"string"', "c40161", "a"],
    ['"string"', "d90161", "a"],
    ['["list","string"]', "dc0000", []],
    [
      object,
      "82a16290a161c0",
      new Map<string, CtyValue>([
        ["a", null],
        ["b", []],
      ]),
    ],
    ['["map","string"]', "81a95f5f70726f746f5f5fa161", new Map([["__proto__", "a"]])],
    ['"dynamic"', "92c4092264796e616d696322c0", null],
    ['"dynamic"', "92a822737472696e6722c0", new Dynamic(stringType, null)],
    ['"dynamic"', "c7030c8101c2", ctyUnknown],
    ['"string"', "c70000", ctyUnknown],
    ['"string"', "d50101ff", ctyUnknown],
    ['"string"', "c7030c8101c3", null],
    ['"string"', "c7060c8201c202a161", new CtyUnknown({ isNull: false, prefix: "a" })],
    ['"bool"', "c7060c8201c202a161", new CtyUnknown({ isNull: false })],
    ['"string"', "c7030c8163c2", ctyUnknown],
    ['"string"', "c7030c8101ff", ctyUnknown],
    ['"string"', "c7030cdfffff", ctyUnknown],
  ])("reads at %s %s", (type, hex, value) => {
    expect(valueOf(typeOfJsonText(type), hex)).toEqual(value);
  });

  it.each([
    ['"string"', "", "the data ends too early: 0 bytes"],
    ['"string"', "a261", "the data ends too early: 2 bytes"],
    ['"string"', "dbffffffff61", "the data ends too early: 6 bytes"],
    ['"string"', "c7", "the data ends too early: 1 bytes"],
    ['"number"', "cf00", "the data ends too early: 2 bytes"],
    ['["list","bool"]', "ddffffffff", "the data ends too early: 5 bytes"],
    ['["map","bool"]', "82a161c2", "the data ends too early: 4 bytes"],
    ['"string"', "a161c0", "more data follows the value"],
    ['"string"', "01", "expected a string, got a number"],
    ['"string"', "c1", "expected a string, got an invalid format"],
    ['"number"', "c3", "expected a number, got a bool"],
    ['"number"', "a178", "expected a number, got a text that is not a number"],
    ['"number"', "cb7ff8000000000000", "NaN is not a number that Terraform can hold"],
    ['"bool"', "80", "expected a bool, got a map"],
    ['["set","bool"]', "92c3a161", "[1]: expected a bool, got a string"],
    ['["tuple",["bool"]]', "92c3c3", "expected a tuple of 1 elements, got 2"],
    ['["map","bool"]', "8101c3", "a key is not a string"],
    [object, "90", "expected an object, got an array"],
    [object, "81a161c0", ".b: the attribute is missing"],
    [object, "80", ".a: the attribute is missing"],
    [object, "82a161c0a163c0", ".c: the type has no such attribute"],
    [object, "82a161c0a161c0", ".a: the attribute occurs twice"],
    [object, "83a161c0a162c0a161c0", ".a: the attribute occurs twice"],
    [object, "8201c001c0", "the name of an attribute is not a string"],
    [object, "82a161c0a16291a0", ".b[0]: expected a number, got a text that is not a number"],
    ['"dynamic"', "91c0", "a dynamic value must have its type and its value, got 1 items"],
    ['"dynamic"', "92c0c0", "a dynamic value must start with its type"],
    ['"dynamic"', "92a178c0", "the description of a type is not JSON"],
    ['"dynamic"', "a161", "expected a value with its type, got a string"],
  ])("rejects at %s %s", (type, hex, message) => {
    expect(() => valueOf(typeOfJsonText(type), hex)).toThrow(faultWith(message));
  });

  it("limits the depth", () => {
    const chain = (levels: number) =>
      `${"92a9".concat(Buffer.from('"dynamic"').toString("hex")).repeat(levels)}c0`;
    expect(valueOf(dynamicType, chain(255))).toBeNull();
    expect(() => valueOf(dynamicType, chain(256))).toThrow(faultWith("nested more than 256 levels deep"));
    let value: CtyValue = null;
    for (let level = 0; level < 100_000; level++) value = new Dynamic(dynamicType, value);
    expect(() => encodeMsgpack(dynamicType, value)).toThrow(faultWith("nested more than 256 levels deep"));
  });

  it("reads a part of a larger buffer", () => {
    const bytes = Uint8Array.of(0xff, 0xa1, 0x61, 0xff).subarray(1, 3);
    expect(decodeMsgpack(stringType, bytes)).toBe("a");
  });

  it("reads what another library writes", () => {
    const extensionCodec = new ExtensionCodec();
    extensionCodec.register({
      type: 0,
      encode: (value) => (value === ctyUnknown ? Uint8Array.of(0) : null),
      decode: () => ctyUnknown,
    });
    const type = typeOfJsonText('["object",{"a":"number","b":["list","string"],"c":"bool","d":"string"}]');
    const bytes = encode({ d: "x", c: false, a: 1.5, b: ["y", ctyUnknown] }, { extensionCodec });
    expect(decodeMsgpack(type, bytes)).toEqual(
      new Map<string, CtyValue>([
        ["a", 1.5],
        ["b", ["y", ctyUnknown]],
        ["c", false],
        ["d", "x"],
      ]),
    );
  });
});

function faultWith(message: string): unknown {
  return expect.objectContaining({ name: "CtyFault", message });
}
