import { PropertyPath } from "@coconut/coconut";
import {
  archiveOf,
  assetOf,
  checkValue,
  getProperty,
  kindOf,
  referenceTo,
  secretOf,
  unknown,
  type Value,
} from "@coconut/coconut/model";
import { expect, expectTypeOf } from "vitest";
import { bucketUrn } from "./bucket.js";
import { spec } from "./ledger.js";

const at = (values: Value, path: string) => PropertyPath.get(values, PropertyPath.parse(path));

spec("4.85", () => {
  const values = { name: "web", rules: [{ port: 80 }, { port: 443 }] };
  expect(at(values, "name")).toBe("web");
  expect(at(values, "rules[1].port")).toBe(443);
  expect(at(values, "rules[*].port")).toEqual([80, 443]);
});

spec("4.87", () => {
  const values = { root: 1, nested: 2 };
  expect(at(values, "root")).toBe(values);
  expect(at(values, '["root"]')).toBe(1);
});

spec("4.88", () => {
  const values = { nested: 1, double: { nest: 2 } };
  expect(at(values, "root.nested")).toBe(1);
  expect(at(values, "root.double.nest")).toBe(2);
});

spec("4.89", () => {
  const values = { nested: 1, double: { nest: 2 } };
  expect(at(values, 'root["nested"]')).toBe(1);
  expect(at(values, 'root["double"].nest')).toBe(2);
  expect(at(values, 'root["double"]["nest"]')).toBe(2);
});

spec("4.90", () => {
  const values = { array: Array.from({ length: 101 }, (_, index) => index * 2) };
  expect(at(values, "root.array[0]")).toBe(0);
  expect(at(values, "root.array[100]")).toBe(200);
  expect(at(values, "root.array[101]")).toBeUndefined();
});

spec("4.91", () => {
  expect(at({ array: [{ nested: 1 }] }, "root.array[0].nested")).toBe(1);
  expect(at({ array: [[{}, { nested: 2 }]] }, "root.array[0][1].nested")).toBe(2);
  expect(at({ nested: { array: [{ double: [0, 3] }] } }, "root.nested.array[0].double[1]")).toBe(3);
});

spec("4.92", () => {
  const values = { 'key with "escaped" quotes': 1 };
  expect(at(values, 'root["key with \\"escaped\\" quotes"]')).toBe(1);
});

spec("4.93", () => {
  expect(at({ "key with a .": 1, "key with a ": { "": 2 } }, 'root["key with a ."]')).toBe(1);
});

spec("4.94", () => {
  const values = { 'root key with "escaped" quotes': { nested: 1 } };
  expect(at(values, '["root key with \\"escaped\\" quotes"].nested')).toBe(1);
});

spec("4.95", () => {
  const values = { "root key with a .": Array.from({ length: 101 }, (_, index) => index) };
  expect(at(values, '["root key with a ."][100]')).toBe(100);
});

const fields = { array: [{ field: 1 }, { field: 2, other: 3 }, {}] };

spec("4.96", () => {
  expect(at(fields, "root.array[*].field")).toEqual([1, 2, undefined]);
});

spec("4.97", () => {
  expect(at(fields, 'root.array["*"].field')).toEqual([1, 2, undefined]);
  expect(PropertyPath.parse('root.array["*"].field')).toEqual(PropertyPath.parse("root.array[*].field"));
});

spec("4.98", () => {
  const values = { $: { nested: 1 }, nested: 2 };
  expect(at(values, "root.nested")).toBe(2);
  expect(at(values, "$.nested")).toBe(1);
});

spec("4.99", () => {
  const path = PropertyPath.parse('root.rules[0]["a ."]');
  expectTypeOf(path).toEqualTypeOf<PropertyPath>();
  expect(path).toEqual(["rules", 0, "a ."]);
  expect(PropertyPath.print(path)).toBe('rules[0]["a ."]');
});

spec("4.100", () => {
  const found: Value[] = [
    null,
    true,
    1,
    "text",
    assetOf({ text: "hello" }),
    archiveOf({ path: "site.zip" }),
    referenceTo({ urn: bucketUrn("logs") }),
    unknown,
    secretOf("hidden"),
    ["a"],
    { a: 1 },
  ];
  for (const value of found) expect(at({ here: [value] }, "root.here[0]")).toBe(value);
  expect(at(secretOf({ here: 1 }), "root.here")).toEqual(secretOf(1));
  expect(at({ here: unknown }, "root.here.inside")).toBe(unknown);
});

spec("4.101", () => {
  const map = new Map<string, Value>([
    ["name", "logs"],
    ["constructor", 1],
    ["__proto__", { a: 2 }],
  ]);
  const object = Object.fromEntries(map);
  expect([kindOf(object), checkValue(object)]).toEqual(["object", []]);
  for (const [key, value] of map) {
    expect(getProperty(object, key)).toBe(value);
    expect(PropertyPath.get(object, [key])).toBe(value);
  }
  expect(getProperty(object, "toString")).toBeUndefined();
});
