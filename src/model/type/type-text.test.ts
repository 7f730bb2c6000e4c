import { describe, expect, test } from "vitest";
import { isDiagnosticError } from "../diagnostic.js";
import { parseType, printType } from "./type-text.js";

describe("the notation of types", () => {
  test.each([
    "Any",
    "Null",
    "Bool",
    "Number",
    "String",
    "Asset",
    "Archive",
    "ResourceReference",
    'ResourceReference<"aws:s3/bucket:Bucket">',
    "Tuple<>",
    "Tuple<String, Number, Tuple<Bool>>",
    "Array<Array<String>>",
    "Map<Any>",
    "Object<>",
    'Object<"name", String, "size"?, Number>',
    'Object<"a, b> \\"c\\"", String, "", Null, "ключ\\n"?, Null, "__proto__", Bool>',
    "Union<String, Null>",
    'Enum<String, "on", "off, <maybe>">',
    "Enum<Number, 1, -2.5, 1e+300>",
    "Enum<Bool, true, false>",
    "Input<String>",
    "Output<Output<Number>>",
    'Promise<Object<"a", Input<Array<Input<String>>>>>',
  ])("%s is read and written", (text) => {
    expect(printType(parseType(text))).toBe(text);
  });

  test.each([
    ["  Array <\tString\n> ", "Array<String>"],
    ['Object<"a"?,String,"b",Null>', 'Object<"a"?, String, "b", Null>'],
    ['Object< "a" ? , String >', 'Object<"a"?, String>'],
    ['Object<"\\u0061", String>', 'Object<"a", String>'],
    ['ResourceReference < "a:b:C" >', 'ResourceReference<"a:b:C">'],
    ["Union<String>", "String"],
    ["Union<Union<String, Null>, String>", "Union<String, Null>"],
    ["Enum<Number, 1.50, 15e-1, -0>", "Enum<Number, 1.5, 0>"],
  ])("%j is read as %s", (text, written) => {
    expect(printType(parseType(text))).toBe(written);
  });
});

describe("malformed types", () => {
  test.each<[text: string, column: number, part: string, code?: string]>([
    ["", 1, "the end of the text"],
    ["   ", 4, "the end of the text"],
    ["string", 1, "no type named string"],
    ["Array<Text>", 7, "no type named Text"],
    ["constructor", 1, "no type named constructor"],
    ["Array", 6, 'expected "<"'],
    ["Array<", 7, "expected a type"],
    ["Array<String", 13, 'expected ">"'],
    ["Array<>", 1, "takes one type, not 0"],
    ["Map<String, Number>", 1, "takes one type, not 2"],
    ["Tuple<String,>", 14, 'expected a type, found ">"'],
    ["Tuple<String Number>", 14, 'expected ">"'],
    ["String>", 7, 'found ">"'],
    ["String, Number", 7, 'found ","'],
    ["Null<String>", 5, 'found "<"'],
    ["<String>", 1, 'expected a type, found "<"'],
    ['Object<"a">', 11, 'expected ","'],
    ['Object<"a", >', 13, "expected a type"],
    ["Object<name, String>", 8, "a string in double quotes"],
    ['Object<"a" String>', 12, 'expected ","'],
    ['Object<"a\\x", String>', 8, "not a valid JSON string"],
    ['Object<"a\n", String>', 8, "not a valid JSON string"],
    ['Object<"a, String>', 8, "is never closed"],
    ['Object<"a\\', 8, "is never closed"],
    ["ResourceReference<>", 1, "takes one type token, not 0"],
    ["ResourceReference<String>", 19, "a string in double quotes"],
    ["Enum<String, on>", 14, "a string, a number, true or false"],
    ["Enum<Number, 01>", 15, 'expected ">"'],
    ["Enum<Bool, truely>", 12, "a string, a number, true or false"],
    ["Enum<Bool, null>", 12, "a string, a number, true or false"],
    ["Array<🥥>", 7, '"🥥"'],
    ['Array<Object<"a", String, "a"?, Null>>', 7, '"a" appears twice', "model/duplicate-key"],
    ["Array<Union<>>", 7, "without members", "model/empty-union"],
    ["Enum<>", 1, "without values", "model/invalid-enum"],
    ["Enum<String>", 1, "without values", "model/invalid-enum"],
    ['Enum<Null, "a">', 1, "must be Bool, Number or String", "model/invalid-enum"],
    ['Array<Enum<Number, "a">>', 7, '"a"', "model/invalid-enum"],
    ["Enum<Number, 1e999>", 1, "not a value of", "model/invalid-enum"],
  ])("%j", (text, column, part, code = "model/malformed-type") => {
    const diagnostic = diagnosticOf(text);
    expect(diagnostic.code).toBe(code);
    expect(diagnostic.detail).toContain(`column ${column} of`);
    expect(diagnostic.detail).toContain(part);
    expect(diagnostic.detail.length).toBeLessThan(400);
    expect(diagnostic.hint).toMatch(/\.$/);
  });

  test("a text that nests without end", () => {
    const diagnostic = diagnosticOf("Array<".repeat(100_000));
    expect(diagnostic.detail).toMatch(
      /^At column 6001 of (Array<)+.*…: types can be nested at most 1000 levels deep\.$/,
    );
    expect(diagnostic.detail.length).toBeLessThan(400);
  });
});

function diagnosticOf(text: string) {
  try {
    parseType(text);
  } catch (error) {
    if (isDiagnosticError(error)) return error.diagnostics[0]!;
    throw error;
  }
  throw new Error("nothing was refused");
}
