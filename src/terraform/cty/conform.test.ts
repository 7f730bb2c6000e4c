import { expect, it } from "vitest";
import { checkConforms } from "./conform.js";
import { typeOfJsonText } from "./type-json.js";
import { dynamicType, numberType, stringType } from "./type.js";
import { ctyUnknown, Dynamic, type CtyValue } from "./value.js";

const object = '["object",{"a":"string","b":["map","number"]}]';

it.each<[string, CtyValue, string | undefined]>([
  ['"string"', null, undefined],
  ['"number"', ctyUnknown, undefined],
  ['"number"', Infinity, undefined],
  ['"number"', NaN, "NaN is not a number that Terraform can hold"],
  ['"number"', "1", "expected a number, got a string"],
  ['"string"', 1n, "expected a string, got a number"],
  ['"bool"', [], "expected a bool, got a list"],
  ['["list","bool"]', [true, null, 1], "[2]: expected a bool, got a number"],
  ['["set","bool"]', new Map(), "expected a set, got an object or a map"],
  ['["tuple",["bool","bool"]]', [true], "expected a tuple of 2 elements, got 1"],
  ['["tuple",["bool","number"]]', [true, "x"], "[1]: expected a number, got a string"],
  [
    object,
    new Map<string, CtyValue>([
      ["a", "x"],
      ["b", new Map([["k", 1]])],
    ]),
    undefined,
  ],
  [
    object,
    new Map<string, CtyValue>([
      ["a", "x"],
      ["b", new Map([["k", "1"]])],
    ]),
    '.b["k"]: expected a number, got a string',
  ],
  [object, new Map([["a", "x"]]), ".b: the attribute is missing"],
  [
    object,
    new Map([
      ["a", null],
      ["b", null],
      ["c", null],
    ]),
    ".c: the type has no such attribute",
  ],
  ['"dynamic"', "x", "expected a value with its type, got a string"],
  ['"dynamic"', new Dynamic(stringType, "x"), undefined],
  ['["list","dynamic"]', [new Dynamic(numberType, "x")], "[0]: expected a number, got a string"],
])("at %s checks %s", (type, value, message) => {
  expect(checkConforms(typeOfJsonText(type), value)?.message).toBe(message);
});

it("names values that no type has", () => {
  expect(checkConforms(stringType, undefined as never)?.message).toBe("expected a string, got undefined");
  expect(checkConforms(stringType, new Date(0) as never)?.message).toBe(
    "expected a string, got a JavaScript value of type object",
  );
});

it("limits the depth", () => {
  let value: CtyValue = null;
  for (let level = 0; level < 1000; level++) value = new Dynamic(dynamicType, value);
  expect(checkConforms(dynamicType, value)?.message).toBe("nested more than 256 levels deep");
});
