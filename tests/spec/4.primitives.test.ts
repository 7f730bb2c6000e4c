import fc from "fast-check";
import type { Output } from "@coconut/coconut";
import { readAsset } from "@coconut/coconut/asset";
import {
  archiveOf,
  archiveOfMap,
  assetOf,
  checkType,
  checkValue,
  decodeValue,
  encodeValue,
  equalValues,
  parseType,
  referenceTo,
  type Json,
  type Value,
} from "@coconut/coconut/model";
import { expect, expectTypeOf } from "vitest";
import { Bucket, bucketUrn } from "./bucket.js";
import { applied } from "./evaluate.js";
import { spec } from "./ledger.js";

const isOf = (type: string) => (value: Value) => checkType(value, parseType(type)).length === 0;
const asJsonText = (value: Value) => JSON.stringify(encodeValue(value));
const fromJsonText = (text: string) => decodeValue(JSON.parse(text) as Json);

spec("4.1", async () => {
  const spelled = {
    absent: null,
    on: true,
    size: 1.5,
    name: "logs",
    list: ["a", "b"],
    tags: { owner: "ops" },
  };
  expect((await applied(() => spelled)).value).toEqual(spelled);
  const type =
    'Object<"absent", Null, "on", Bool, "size", Number, "name", String, "list", Array<String>, "tags", Map<String>>';
  expect(checkType(spelled, parseType(type))).toEqual([]);
  expectTypeOf<Bucket["arn"]>().toEqualTypeOf<Output<string>>();
});

spec("4.2", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      const value = JSON.parse(JSON.stringify(json)) as Value;
      expect(checkValue(value)).toEqual([]);
      expect(fromJsonText(asJsonText(value))).toEqual(value);
    }),
  );
  const others = [
    assetOf({ text: "" }),
    archiveOf({ path: "a.zip" }),
    referenceTo({ urn: bucketUrn("logs") }),
  ];
  for (const value of others) {
    expect(checkValue(value)).toEqual([]);
    expect(fromJsonText(asJsonText(value))).toEqual(value);
    expect(jsonTypes.some((type) => isOf(type)(value))).toBe(false);
  }
});
const jsonTypes = ["Null", "Bool", "Number", "String", "Array<Any>", "Map<Any>"];

spec("4.3", () => {
  expect([null, undefined].every(isOf("Null"))).toBe(true);
  expect([false, 0, "", [], {}].some(isOf("Null"))).toBe(false);
  expect(equalValues(null, undefined)).toBe(true);
  expect(equalValues({ owner: null }, {})).toBe(true);
});

spec("4.4", () => {
  expect([true, false].every(isOf("Bool"))).toBe(true);
  expect([null, 0, 1, "true"].some(isOf("Bool"))).toBe(false);
});

spec("4.5", () => {
  const doubles = [0.1, Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 53, NaN, Infinity, -Infinity, -0];
  expect(doubles.every(isOf("Number"))).toBe(true);
  for (const double of doubles) expect(fromJsonText(asJsonText(double))).toBe(double);
  expect(checkValue({ size: 10n })).toMatchObject([{ code: "model/not-a-value", path: "root.size" }]);
});

spec("4.6", () => {
  const text = "a é \u0000 😀";
  expect(isOf("String")(text)).toBe(true);
  expect(fromJsonText(asJsonText(text))).toBe(text);
  expect(checkValue({ name: "half \uD83D" })).toMatchObject([
    { code: "model/not-a-value", path: "root.name" },
  ]);
  expect(equalValues("e\u0301", "\u00E9")).toBe(false);
});

spec("4.7", async () => {
  expect(
    [{ text: "hello" }, { path: "a.png" }, { uri: "https://example.com/a" }]
      .map((each) => assetOf(each))
      .every(isOf("Asset")),
  ).toBe(true);
  expect(["hello", archiveOf({ path: "a.zip" })].some(isOf("Asset"))).toBe(false);
  expect(await readAsset(assetOf({ text: "hello" }))).toEqual(new TextEncoder().encode("hello"));
});

spec("4.8", () => {
  const archive = archiveOfMap({ "index.html": "<p>", logo: assetOf({ path: "logo.png" }) });
  expect([archive, archiveOf({ path: "site.zip" })].every(isOf("Archive"))).toBe(true);
  expect([assetOf({ text: "" }), {}].some(isOf("Archive"))).toBe(false);
  expect(() => archiveOfMap({ count: 3 as never })).toThrow("model/not-an-asset");
});

spec("4.9", () => {
  const reference = referenceTo({ urn: bucketUrn("logs"), id: "b-1" });
  expect(isOf("ResourceReference")(reference)).toBe(true);
  expect(isOf('ResourceReference<"aws:s3:Bucket">')(reference)).toBe(true);
  expect(isOf('ResourceReference<"aws:s3:Object">')(reference)).toBe(false);
  expect(isOf("ResourceReference")(bucketUrn("logs"))).toBe(false);
});

spec("4.10", () => {
  const isPair = isOf("Tuple<String, Number>");
  expect(isPair(["a", 1])).toBe(true);
  expect([[], ["a"], ["a", 1, 2], [1, "a"]].some(isPair)).toBe(false);
});

spec("4.11", () => {
  const isList = isOf("Array<String>");
  expect([[], ["a"], ["a", "b", "c"]].every(isList)).toBe(true);
  expect(isList(["a", 1])).toBe(false);
});

spec("4.12", () => {
  const isMap = isOf("Map<Number>");
  expect([{}, { a: 1 }, { b: 2, a: 1 }].every(isMap)).toBe(true);
  expect(isMap({ a: "1" })).toBe(false);
  expect(equalValues({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
});

spec("4.13", () => {
  const isFile = isOf('Object<"name", String, "size", Number>');
  expect(isFile({ name: "a", size: 1 })).toBe(true);
  expect([{ name: "a" }, { name: "a", size: "1" }, { name: "a", size: 1, mode: 2 }].some(isFile)).toBe(false);
});

spec("4.14", () => {
  expect(() => parseType('Object<"name", String, "name", Number>')).toThrow("model/duplicate-key");
  expect(() => parseType('Object<"name", String, "Name", Number>')).not.toThrow();
});

spec("4.15", () => {
  const isPort = isOf("Union<Number, String>");
  expect([80, "http"].every(isPort)).toBe(true);
  expect([true, null, [80]].some(isPort)).toBe(false);
});

spec("4.16", () => {
  expect(["on", "off"].every(isOf('Enum<String, "on", "off">'))).toBe(true);
  expect(["ON", "", null].some(isOf('Enum<String, "on", "off">'))).toBe(false);
  expect(() => parseType('Enum<Number, "on">')).toThrow("model/invalid-enum");
});
