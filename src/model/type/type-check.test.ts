import { describe, expect, test } from "vitest";
import { archiveOf, assetOf, referenceTo, secretOf, unknown, unknownOf, type Value } from "../value/value.js";
import { checkType } from "./type-check.js";
import { parseType } from "./type-text.js";

const bucket = referenceTo({ urn: "urn:pulumi:dev::shop::shop:web:Site$aws:s3:Bucket::logs", id: "b-1" });
const asset = assetOf({ text: "hello" });
const archive = archiveOf({ path: "site.zip" });

describe("values that have their type", () => {
  test.each<[string, Value]>([
    ["Any", { anything: [1, "a", null, asset] }],
    ["Any", undefined],
    ["Null", null],
    ["Null", undefined],
    ["Bool", false],
    ["Number", Number.NaN],
    ["Number", Number.NEGATIVE_INFINITY],
    ["Number", -0],
    ["String", ""],
    ["Asset", asset],
    ["Archive", archive],
    ["ResourceReference", bucket],
    ['ResourceReference<"aws:s3:Bucket">', bucket],
    ["Tuple<>", []],
    ["Tuple<String, Number>", ["a", 1]],
    ["Tuple<String, Null>", ["a", undefined]],
    ["Array<String>", []],
    ["Array<String>", ["a", "b"]],
    ["Array<Any>", [undefined, 1]],
    ["Map<Number>", {}],
    ["Map<Number>", JSON.parse('{ "__proto__": 1, "constructor": 2 }') as Value],
    ['Object<"a", String>', { a: "x" }],
    ['Object<"a"?, String>', {}],
    ['Object<"a"?, String>', { a: null }],
    ['Object<"a"?, String>', { a: undefined }],
    ['Object<"a", Union<String, Null>>', {}],
    ['Object<"a", Any>', {}],
    ['Object<"a", String>', { a: "x", b: null, c: undefined }],
    ["Union<String, Null>", null],
    ["Union<String, Array<Number>>", [1]],
    ['Enum<String, "on", "off">', "on"],
    ["Enum<Number, 0>", -0],
    ["Input<String>", "a"],
    ["Output<Array<Promise<String>>>", ["a"]],
    ["Union<Number, Output<String>>", "a"],
  ])("%s admits %j", (type, value) => {
    expect(checkType(value, parseType(type))).toEqual([]);
  });

  test.each([
    "Null",
    "Bool",
    "Asset",
    'ResourceReference<"a:b:C">',
    "Tuple<String, String>",
    'Enum<String, "a">',
  ])("an unknown value fits %s", (type) => {
    expect(checkType(unknown, parseType(type))).toEqual([]);
    expect(checkType(unknownOf("number"), parseType(type))).toEqual([]);
    expect(checkType(secretOf(unknown), parseType(type))).toEqual([]);
  });

  test("secrets are looked through at every depth", () => {
    const value = secretOf({ list: [secretOf("a"), "b"] });
    expect(checkType(value, parseType('Object<"list", Array<String>>'))).toEqual([]);
    expect(checkType({ a: secretOf(null) }, parseType('Object<"a"?, String>'))).toEqual([]);
  });
});

describe("values that do not", () => {
  test.each<[type: string, value: Value, ...mismatches: string[]]>([
    ["String", 5, "root: Expected String, found Number."],
    ["String", null, "root: Expected String, found Null."],
    ["Null", "", "root: Expected Null, found String."],
    ["Bool", 0, "root: Expected Bool, found Number."],
    ["Number", true, "root: Expected Number, found Bool."],
    ["Asset", archive, "root: Expected Asset, found Archive."],
    ["Archive", asset, "root: Expected Archive, found Asset."],
    ["Asset", "text", "root: Expected Asset, found String."],
    ["Map<Any>", asset, "root: Expected Map<Any>, found Asset."],
    ["Map<Any>", [], "root: Expected Map<Any>, found Array."],
    ["Object<>", bucket, "root: Expected Object, found ResourceReference."],
    ["ResourceReference", "urn:pulumi:…", "root: Expected ResourceReference, found String."],
    [
      'ResourceReference<"aws:s3:Object">',
      bucket,
      "root: Expected a reference to a resource of type aws:s3:Object, found one of aws:s3:Bucket.",
    ],
    ["Input<Array<Output<String>>>", ["a", 1], "root[1]: Expected String, found Number."],
    ["Array<String>", ["a", undefined], "root[1]: Expected String, found nothing."],
    [
      "Tuple<String, Number>",
      ["a"],
      "root: Expected Tuple<String, Number>, a list of length 2; found one of length 1.",
    ],
    [
      "Tuple<String>",
      [1, 2],
      "root: Expected Tuple<String>, a list of length 1; found one of length 2.",
      "root[0]: Expected String, found Number.",
    ],
    ["Map<Number>", { a: 1, "b c": "2" }, 'root["b c"]: Expected Number, found String.'],
    ['Object<"a", String>', {}, "root.a: Expected String, found nothing."],
    ['Object<"constructor", String>', {}, "root.constructor: Expected String, found nothing."],
    [
      'Object<"a", String, "b"?, Object<"c", Bool>>',
      { a: 1, b: { c: "x", d: 1 }, e: 2 },
      "root.a: Expected String, found Number.",
      "root.b.c: Expected Bool, found String.",
      'root.b.d: The key "d" is not allowed in this object.',
      'root.e: The key "e" is not allowed in this object.',
    ],
    ['Enum<String, "on", "off">', "maybe", 'root: Expected one of "on", "off", found "maybe".'],
    ['Enum<String, "on", "off">', 1, 'root: Expected Enum<String, "on", "off">, found Number.'],
    ["Union<String, Null>", 1, "root: Expected Union<String, Null>, found Number."],
    ["Union<String, Array<Number>>", [1, "x"], "root[1]: Expected Number, found String."],
    [
      'Union<Object<"k", Enum<String, "a">, "x", String>, Object<"k", Enum<String, "b">, "y", Number>>',
      { k: "b", y: "1" },
      "root.y: Expected Number, found String.",
    ],
    [
      "Union<Array<String>, Array<Number>>",
      [true],
      "root: Expected Union<Array<String>, Array<Number>>, found Array.",
    ],
    [
      'Array<Union<Array<String>, Array<Number>, Object<"a", String>>>',
      [{}],
      "root[0].a: Expected String, found nothing.",
    ],
  ])("%s refuses %j", (type, value, ...mismatches) => {
    const found = checkType(value, parseType(type));
    expect(found.map(({ path, detail }) => `${path}: ${detail}`)).toEqual(mismatches);
    expect(found.every(({ code, hint }) => code === "model/type-mismatch" && hint !== undefined)).toBe(true);
  });

  test("the hint tells what is allowed", () => {
    const [extra] = checkType({ nmae: 1 }, parseType('Object<"name"?, String, "size"?, Number>'));
    expect(extra!.hint).toBe('Remove it, or use one of "name", "size".');
    const [missing] = checkType({}, parseType('Object<"name", String>'));
    expect(missing!.hint).toBe("The property is required. Set a value.");
  });

  test("a type too large to read is outlined", () => {
    const fields = Array.from({ length: 50 }, (_, index) => `"field${index}", String`).join(", ");
    const type = parseType(`Union<Number, Array<Object<${fields}>>, Map<Map<Map<Map<String>>>>>`);
    expect(checkType("x", type)[0]!.detail).toBe(
      "Expected Union<Number, Array<Object>, Map<Map<Map<…>>>>, found String.",
    );
  });
});

describe("nothing of a secret is printed", () => {
  const password = "hunter2";
  test.each<[string, Value, string]>([
    ['Enum<String, "on">', password, "root"],
    ["Number", password, "root"],
    ["Map<Number>", { [password]: "x" }, "root[*]"],
    ["Map<Map<Number>>", { [password]: { [password]: "x" } }, "root[*]"],
    ["Object<>", { [password]: password }, "root[*]"],
    ['Object<"list", Array<Number>>', { list: [1, password] }, "root.list[1]"],
    [
      'ResourceReference<"a:b:C">',
      referenceTo({ urn: `urn:pulumi:dev::shop::a:b:${password}::${password}` }),
      "root",
    ],
    ["Union<Array<Number>, Map<Number>>", { [password]: password }, "root[*]"],
  ])("%s", (type, value, path) => {
    const found = checkType(secretOf(value), parseType(type));
    expect(found.map((diagnostic) => diagnostic.path)).toEqual([path]);
    expect(JSON.stringify(found)).not.toContain(password);
  });

  test("what stands beside a secret is told as usual", () => {
    const value = { a: secretOf(1), b: { secret: 2 } };
    const found = checkType(value, parseType('Object<"a", String, "b", Map<String>>'));
    expect(found.map((diagnostic) => diagnostic.path)).toEqual(["root.a", "root.b.secret"]);
  });
});

test("a large array of wrong values is reported in full", () => {
  const found = checkType(
    Array.from({ length: 130_000 }, () => 1),
    parseType("Union<Null, Array<String>>"),
  );
  expect(found.length).toBe(130_000);
});

test("a value as deep as types can be is checked", () => {
  let value: Value = 1;
  for (let depth = 0; depth < 999; depth += 1) value = [value];
  const type = parseType(`${"Array<".repeat(999)}String${">".repeat(999)}`);
  expect(checkType(value, type)[0]!.path).toBe(`root${"[0]".repeat(999)}`);
});
