import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../model/index.js";
import { withMember, withoutMember } from "./edit-config.js";

describe("an edit of a configuration text", () => {
  test.each<[string, string, Json, string]>([
    ["{}", "a", 1, '{\n  "a": 1\n}'],
    ["{}\n", "a", "x", '{\n  "a": "x"\n}\n'],
    ["{\n}\n", "a", true, '{\n  "a": true\n}\n'],
    ['{"a":1}', "a", 2, '{"a":2}'],
    ['{"a":1}', "b", { c: [1] }, '{"a":1,"b": {"c":[1]}}'],
    ['{ "a": 1 }', "b", 2, '{ "a": 1, "b": 2 }'],
    [
      '{\n  "2": 1.0,\n  "1": 12345678901234567890\n}\n',
      "a",
      null,
      '{\n  "2": 1.0,\n  "1": 12345678901234567890,\n  "a": null\n}\n',
    ],
    ['{\n\t"a": 1,\n\t"b": 2\n}', "a", { x: 1 }, '{\n\t"a": {\n\t  "x": 1\n\t},\n\t"b": 2\n}'],
    ['{"a":1}', "__proto__", 1, '{"a":1,"__proto__": 1}'],
    ['{\r\n  "a": 1\r\n}\r\n', "b", 2, '{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n'],
  ])("%j, %s set to %j", (text, key, value, expected) => {
    expect(withMember(text, key, value)).toBe(expected);
  });

  test.each<[string, string, string]>([
    ['{"a":1}', "a", "{}"],
    ['{\n  "a": 1\n}\n', "a", "{}\n"],
    ['{\n  "a": 1,\n  "b": 2\n}', "a", '{\n  "b": 2\n}'],
    ['{\n  "a": 1,\n  "b": 2\n}', "b", '{\n  "a": 1\n}'],
    ['{ "a": 1, "b": 2, "c": 3 }', "b", '{ "a": 1, "c": 3 }'],
    ['{ "a": 1 }', "b", '{ "a": 1 }'],
  ])("%j without %s", (text, key, expected) => {
    expect(withoutMember(text, key)).toBe(expected);
  });

  test("changes what it is about and nothing else", () => {
    const objects = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 6 });
    fc.assert(
      fc.property(
        objects,
        fc.string(),
        fc.jsonValue(),
        fc.constantFrom(0, 2, "\t"),
        (object, key, value, indent) => {
          const text = JSON.stringify(object, null, indent);
          const expected = new Map(Object.entries(JSON.parse(text) as object)).set(
            key,
            JSON.parse(JSON.stringify(value)),
          );
          const edited = withMember(text, key, value as Json);
          expect(new Map(Object.entries(JSON.parse(edited) as object))).toEqual(expected);
          expected.delete(key);
          expect(new Map(Object.entries(JSON.parse(withoutMember(edited, key)) as object))).toEqual(expected);
        },
      ),
    );
  });
});
