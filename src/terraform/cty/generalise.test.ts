import { describe, expect, it } from "vitest";
import { generalise } from "./generalise.js";
import { dynamicType, numberType, stringType, type CtyType } from "./type.js";
import { ctyUnknown, Dynamic, type CtyValue } from "./value.js";

const list = (element: CtyType): CtyType => ({ kind: "list", element });
const map = (element: CtyType): CtyType => ({ kind: "map", element });
const tuple = (...elements: CtyType[]): CtyType => ({ kind: "tuple", elements });
const object = (a: CtyType): CtyType => ({ kind: "object", attributes: new Map([["a", a]]) });
const of = (a: CtyValue): CtyValue => new Map([["a", a]]);

describe("generalise", () => {
  const cases: [title: string, from: CtyType, to: CtyType, value: CtyValue, result: CtyValue][] = [
    ["a value", stringType, dynamicType, "x", new Dynamic(stringType, "x")],
    ["null", stringType, dynamicType, null, null],
    ["unknown", stringType, dynamicType, ctyUnknown, ctyUnknown],
    ["an attribute", object(stringType), object(dynamicType), of("x"), of(new Dynamic(stringType, "x"))],
    ["a null attribute", object(stringType), object(dynamicType), of(null), of(null)],
    ["a list", list(numberType), list(dynamicType), [1], [new Dynamic(numberType, 1)]],
    [
      "a tuple as a list",
      tuple(object(numberType)),
      list(object(dynamicType)),
      [of(1)],
      [of(new Dynamic(numberType, 1))],
    ],
    ["an object as a map", object(numberType), map(numberType), of(1), of(1)],
    [
      "a dynamic part that is not to be dynamic",
      object(dynamicType),
      object(stringType),
      of(new Dynamic(stringType, "x")),
      of("x"),
    ],
    [
      "a dynamic value as it is",
      dynamicType,
      dynamicType,
      new Dynamic(stringType, "x"),
      new Dynamic(stringType, "x"),
    ],
  ];

  it.each(cases)("%s", (_title, from, to, value, result) => {
    expect(generalise(from, to, value)).toEqual(result);
  });
});
