import { describe, expect, it } from "vitest";
import { readJson, writeJson } from "./json-text.js";
import { jsonOfValue, valueOfJson } from "./json-value.js";
import { typeOfJsonText } from "./type-json.js";
import { numberType, stringType } from "./type.js";
import { ctyUnknown, Dynamic, type CtyValue } from "./value.js";

const rule = '["object",{"port":"number","name":"string"}]';

describe("valueOfJson", () => {
  it.each<[string, string, CtyValue]>([
    ['"string"', "12", "12"],
    ['"string"', "1e21", "1000000000000000000000"],
    ['"string"', "true", "true"],
    ['"string"', '"e\u0301"', "é"],
    ['"number"', '"12345678901234567890"', 12345678901234567890n],
    ['"number"', '"0.10"', 0.1],
    ['"bool"', '"true"', true],
    ['"bool"', '"0"', false],
    ['["list","number"]', "null", null],
    [
      rule,
      '{"port":1}',
      new Map<string, CtyValue>([
        ["port", 1],
        ["name", null],
      ]),
    ],
    ['["map","string"]', '{"__proto__":"a"}', new Map([["__proto__", "a"]])],
    ['"dynamic"', '{"type":"number","value":"1"}', new Dynamic(numberType, 1)],
    ['"dynamic"', '{"value":null,"type":"string"}', new Dynamic(stringType, null)],
    ['"dynamic"', "null", null],
  ])("at %s reads %s", (type, text, value) => {
    expect(valueOfJson(typeOfJsonText(type), readJson(text))).toEqual(value);
  });

  it.each([
    ['"number"', '"text"', "expected a number, got a string"],
    ['"number"', "true", "expected a number, got a bool"],
    ['"bool"', '"yes"', "expected a bool, got a string"],
    ['"bool"', "1", "expected a bool, got a number"],
    ['"string"', "[]", "expected a string, got a list"],
    ['["list","number"]', '[1,"x"]', "[1]: expected a number, got a string"],
    ['["set","number"]', "{}", "expected a set, got an object or a map"],
    ['["map","number"]', '{"k":[]}', '["k"]: expected a number, got a list'],
    [`["list",${rule}]`, '[{"ports":1}]', "[0].ports: the type has no such attribute"],
    ['["tuple",["number"]]', "[]", "expected a tuple of 1 elements, got 0"],
    ['"dynamic"', '{"value":1}', "a dynamic value must have the members value and type and no others"],
    ['"dynamic"', '{"value":1,"type":"text"}', '"text" does not describe a type'],
  ])("at %s rejects %s", (type, text, message) => {
    expect(() => valueOfJson(typeOfJsonText(type), readJson(text))).toThrow(
      expect.objectContaining({ name: "CtyFault", message }),
    );
  });
});

describe("jsonOfValue", () => {
  it("sorts attributes and keys, and writes dynamic values with their type", () => {
    const type = typeOfJsonText('["object",{"b":["map","number"],"a":"dynamic"}]');
    const value = new Map<string, CtyValue>([
      [
        "b",
        new Map<string, CtyValue>([
          ["9", 1],
          ["10", 2n ** 64n],
        ]),
      ],
      ["a", new Dynamic({ kind: "list", element: stringType }, ["x"])],
    ]);
    expect(writeJson(jsonOfValue(type, value))).toBe(
      '{"a":{"value":["x"],"type":["list","string"]},"b":{"10":18446744073709551616,"9":1}}',
    );
  });

  it.each<[string, CtyValue, string]>([
    ['["list","string"]', ["a", ctyUnknown], "[1]: an unknown value cannot be written as JSON"],
    ['"number"', Infinity, "Infinity cannot be written as JSON"],
    ['"bool"', "true", "expected a bool, got a string"],
    ['"dynamic"', "a", "expected a value with its type, got a string"],
    [rule, new Map([["port", 1]]), ".name: the attribute is missing"],
    ['["object",{}]', new Map([["port", 1]]), ".port: the type has no such attribute"],
  ])("at %s rejects %s", (type, value, message) => {
    expect(() => jsonOfValue(typeOfJsonText(type), value)).toThrow(
      expect.objectContaining({ name: "CtyFault", message }),
    );
  });
});
