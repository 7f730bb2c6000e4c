import { describe, expect, it } from "vitest";
import { CtyFault } from "./fault.js";
import { typeJsonText, typeOfJson, typeOfJsonText } from "./type-json.js";
import { dynamicType, numberType, stringType, type CtyType } from "./type.js";

describe("typeOfJson", () => {
  it.each<[string, CtyType]>([
    ['"string"', stringType],
    ['"dynamic"', dynamicType],
    ['["set",["list","number"]]', { kind: "set", element: { kind: "list", element: numberType } }],
    ['["tuple",[]]', { kind: "tuple", elements: [] }],
    [
      '["object",{"__proto__":"string"}]',
      { kind: "object", attributes: new Map([["__proto__", stringType]]) },
    ],
    ['["object",{"a":"number"},["a"]]', { kind: "object", attributes: new Map([["a", numberType]]) }],
  ])("reads %s", (text, type) => {
    expect(typeOfJsonText(text)).toEqual(type);
  });

  it("reads objects that are Maps", () => {
    expect(typeOfJson(["object", new Map([["a", "string"]])])).toEqual(
      typeOfJsonText('["object",{"a":"string"}]'),
    );
  });

  it.each([
    ["", "the description of a type is not JSON"],
    ["null", "null does not describe a type"],
    ["1", "a value of type number does not describe a type"],
    ['"text"', '"text" does not describe a type'],
    ["{}", "a value of type object does not describe a type"],
    ["[]", "a list that starts with a value of type undefined does not describe a type"],
    ['["list"]', "a value of type undefined does not describe a type"],
    ['["bag","string"]', 'a list that starts with "bag" does not describe a type'],
    ['["list","string","number"]', 'the description of a type has more parts than "list" can have'],
    ['["object",[]]', "the attributes of an object type are not a JSON object"],
    ['["object",{},"a"]', "the optional attributes of an object type are not a list"],
    ['["tuple","string"]', "the elements of a tuple type are not a list"],
  ])("rejects %s", (text, message) => {
    expect(() => typeOfJsonText(text)).toThrow(new CtyFault(message));
  });

  it("rejects a type that is nested too deeply", () => {
    const nested = (levels: number) => `${'["list",'.repeat(levels)}"string"${"]".repeat(levels)}`;
    expect(typeJsonText(typeOfJsonText(nested(255)))).toBe(nested(255));
    expect(() => typeOfJsonText(nested(256))).toThrow("a type is nested more than 256 levels deep");
    expect(() => typeOfJsonText(nested(100_000))).toThrow(CtyFault);
  });
});

it("typeJsonText sorts attributes by their UTF-8 bytes and escapes like Go", () => {
  const names = ["b", "a", "10", "9", "\u{1f965}", "\uff5e", "<"];
  const type: CtyType = { kind: "object", attributes: new Map(names.map((name) => [name, stringType])) };
  expect(typeJsonText(type)).toBe(
    '["object",{"10":"string","9":"string","\\u003c":"string","a":"string","b":"string","\uff5e":"string","\u{1f965}":"string"}]',
  );
});
