import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonMembers } from "./json-members.js";

function parsed(text: string): unknown {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Returns the members with the text of their values, or the offset of the fault. */
function found(text: string) {
  const result = jsonMembers(text);
  if ("fault" in result) return result.isJson ? "no object" : result.fault;
  return result.members.map(({ key, valueStart, valueEnd }) => [key, text.slice(valueStart, valueEnd)]);
}

describe("members of a JSON text", () => {
  test.each<[string, unknown]>([
    ["{}", []],
    [" {\n} \n", []],
    ['{"a":1}', [["a", "1"]]],
    [
      '{ "b" : [1, {"a": "}"}] , "a":-1.50e3}',
      [
        ["b", '[1, {"a": "}"}]'],
        ["a", "-1.50e3"],
      ],
    ],
    [
      '{"2":[],"1":{},"__proto__":null}',
      [
        ["2", "[]"],
        ["1", "{}"],
        ["__proto__", "null"],
      ],
    ],
    [String.raw`{"\u0061\"":"\\"}`, [['a"', String.raw`"\\"`]]],
    [
      '{"a":1,"a":2}',
      [
        ["a", "1"],
        ["a", "2"],
      ],
    ],
    ["[1]", "no object"],
    ['"x"', "no object"],
    ["", 0],
    ["{", 1],
    ['{"a"', 4],
    ['{"a":', 5],
    ['{"a":1', 6],
    ['{"a":1,}', 7],
    ['{,"a":1}', 1],
    ['{"a":01}', 6],
    ['{"a":1}}', 7],
    ["{'a':1}", 1],
    ['{"a":tru}', 5],
    ['{"a":[1,]}', 8],
    ['{"a":{"b"}}', 9],
    ['{"a":"\n"}', 5],
    ["\ufeff{}", []],
    ['\ufeff{"a":1}', [["a", "1"]]],
    [" \ufeff{}", 1],
    ['{"a":"\\x"}', 5],
    ['{"a":"\\', 5],
  ])("%j", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test("are found in whatever JSON.parse takes, and faults in the rest", () => {
    const objects = fc.dictionary(fc.string(), fc.jsonValue());
    const damaged = fc
      .tuple(objects, fc.nat(), fc.constantFrom("", ",", "}", "{", '"', "x", "]", " ", "1", ":"))
      .map(([object, at, put]) => {
        const text = JSON.stringify(object);
        const place = at % (text.length + 1);
        return text.slice(0, place) + put + text.slice(place + (at % 2));
      });
    fc.assert(
      fc.property(
        fc.oneof(
          objects.map((each) => JSON.stringify(each, null, 1)),
          damaged,
        ),
        (text) => {
          const result = jsonMembers(text);
          const known = parsed(text);
          expect("fault" in result && !result.isJson).toBe(known === undefined);
          if ("fault" in result) return;
          const again = Object.fromEntries(
            result.members.map(({ key, valueStart, valueEnd }) => [
              key,
              JSON.parse(text.slice(valueStart, valueEnd)) as unknown,
            ]),
          );
          expect({ value: again }).toEqual(known);
        },
      ),
    );
  });

  test("length costs no stack", () => {
    for (const part of ["x", "\\n", '\\"']) {
      expect((found(`{"a":"${part.repeat(8_000_000)}"}`) as unknown[]).length).toBe(1);
    }
  });

  test("depth costs no stack", () => {
    const deep = `{"a":${'[{"b":'.repeat(50_000)}1${"}]".repeat(50_000)}}`;
    expect((found(deep) as unknown[]).length).toBe(1);
  });
});
