import { describe, expect, test } from "vitest";
import { isDiagnosticError } from "../diagnostic.js";
import { parseType, printType } from "./type-text.js";
import {
  anyType,
  arrayType,
  boolType,
  enumType,
  equalTypes,
  inputType,
  mapType,
  maximumTypeDepth,
  nullType,
  numberType,
  objectType,
  outputType,
  promiseType,
  referenceType,
  stringType,
  tupleType,
  unionType,
  type ScalarType,
  type Type,
} from "./type.js";

describe("types are data", () => {
  test("a type is what its constructor was given", () => {
    const type = objectType([
      { key: "name", type: stringType },
      { key: "sizes", type: arrayType(numberType), optional: true },
      { key: "owner", type: referenceType("aws:s3:Bucket"), optional: false },
    ]);
    expect(type).toEqual({
      kind: "object",
      fields: [
        { key: "name", type: { kind: "string" } },
        { key: "sizes", type: { kind: "array", element: { kind: "number" } }, optional: true },
        { key: "owner", type: { kind: "reference", token: "aws:s3:Bucket" } },
      ],
    });
  });

  test("a type is frozen at every depth", () => {
    const type = objectType([
      { key: "a", type: tupleType([mapType(enumType(boolType, [true])), unionType([nullType, stringType])]) },
      { key: "b", type: inputType(outputType(promiseType(anyType))) },
    ]);
    const open: unknown[] = [];
    const visit = (value: unknown) => {
      if (typeof value !== "object" || value === null) return;
      if (!Object.isFrozen(value)) open.push(value);
      Object.values(value).forEach(visit);
    };
    visit(type);
    expect(open).toEqual([]);
  });

  test("a constructor keeps its own copy of a list", () => {
    const items: Type[] = [stringType];
    const type = tupleType(items);
    items.push(numberType);
    expect(printType(type)).toBe("Tuple<String>");
  });

  test("keys of the prototype are keys like others", () => {
    const keys = ["__proto__", "constructor", "toString"];
    const type = objectType(keys.map((key) => ({ key, type: stringType })));
    expect(printType(type)).toBe('Object<"__proto__", String, "constructor", String, "toString", String>');
  });
});

describe("unions are as simple as they can be", () => {
  test.each<[string, Type[], string]>([
    ["a single member stands for itself", [stringType], "String"],
    ["equal members are one", [stringType, nullType, stringType], "Union<String, Null>"],
    [
      "unions inside are flattened",
      [unionType([stringType, nullType]), boolType],
      "Union<String, Null, Bool>",
    ],
    ["a flattened union may leave one", [stringType, unionType([stringType, stringType])], "String"],
    ["any beside anything is any", [stringType, anyType], "Any"],
    [
      "enums of one base are one, where the first stood",
      [enumType(stringType, ["a"]), nullType, enumType(stringType, ["b", "a"]), enumType(numberType, [1])],
      'Union<Enum<String, "a", "b">, Null, Enum<Number, 1>>',
    ],
    [
      "an enum beside its base is dropped",
      [enumType(stringType, ["a"]), numberType, stringType],
      "Union<Number, String>",
    ],
    ["wrapped members stay", [stringType, outputType(stringType)], "Union<String, Output<String>>"],
  ])("%s", (_rule, members, text) => {
    expect(printType(unionType(members))).toBe(text);
  });
});

describe("what cannot be a type is refused", () => {
  const deepest = arrays(maximumTypeDepth - 1);

  test.each<[string, () => Type, string, string]>([
    [
      "a duplicate key",
      () =>
        objectType([
          { key: "a", type: stringType },
          { key: "a", type: numberType, optional: true },
        ]),
      "model/duplicate-key",
      '"a"',
    ],
    ["a union of nothing", () => unionType([]), "model/empty-union", "without members"],
    ["an enum of nothing", () => enumType(stringType, []), "model/invalid-enum", "without values"],
    ["an enum value of another type", () => enumType(numberType, [1, "2"]), "model/invalid-enum", '"2"'],
    ["an enum with NaN", () => enumType(numberType, [Number.NaN]), "model/invalid-enum", "not a value of"],
    [
      "an enum of objects",
      () => enumType(arrayType(anyType) as ScalarType, ["a"]),
      "model/invalid-enum",
      "base",
    ],
    ["one array too many", () => arrayType(deepest), "model/type-too-deep", "1000"],
    ["a field too deep", () => objectType([{ key: "a", type: deepest }]), "model/type-too-deep", "1000"],
  ])("%s", (_what, make, code, part) => {
    const diagnostic = diagnosticOf(make);
    expect(diagnostic.code).toBe(code);
    expect(diagnostic.detail).toContain(part);
    expect(diagnostic.hint).toMatch(/\.$/);
  });

  test("a type of the greatest depth is printed, parsed and compared", () => {
    expect(equalTypes(parseType(printType(deepest)), deepest)).toBe(true);
    expect(equalTypes(arrays(maximumTypeDepth - 2), deepest)).toBe(false);
  });
});

describe("equality", () => {
  test.each([
    ['Object<"a", String, "b", Null>', 'Object<"b", Null, "a", String>'],
    ["Union<String, Null>", "Union<Null, String>"],
    ['Enum<String, "a", "b">', 'Enum<String, "b", "a">'],
    ["Enum<Number, 0>", "Enum<Number, -0>"],
    ["Array<Union<Null, Array<Bool>>>", "Array<Union<Array<Bool>, Null>>"],
  ])("%s equals %s", (a, b) => {
    expect(equalTypes(parseType(a), parseType(b))).toBe(true);
  });

  test.each([
    ["String", "Number"],
    ["Array<String>", "Map<String>"],
    ["Input<String>", "Output<String>"],
    ["Input<String>", "Union<String, Output<String>>"],
    ["Tuple<String, Null>", "Tuple<Null, String>"],
    ["Tuple<String>", "Tuple<String, String>"],
    ['Object<"a", String>', 'Object<"a"?, String>'],
    ['Object<"a", String>', 'Object<"a", String, "b", String>'],
    ['Object<"a", String>', 'Object<"b", String>'],
    ["ResourceReference", 'ResourceReference<"a:b:C">'],
    ['Enum<String, "1">', "Enum<Number, 1>"],
    ['Enum<String, "a">', 'Enum<String, "a", "b">'],
    ["Union<String, Null>", "Union<String, Null, Bool>"],
  ])("%s does not equal %s", (a, b) => {
    expect(equalTypes(parseType(a), parseType(b))).toBe(false);
    expect(equalTypes(parseType(b), parseType(a))).toBe(false);
  });
});

function arrays(count: number): Type {
  let type: Type = stringType;
  for (let made = 0; made < count; made += 1) type = arrayType(type);
  return type;
}

function diagnosticOf(make: () => Type) {
  try {
    make();
  } catch (error) {
    if (isDiagnosticError(error)) return error.diagnostics[0]!;
    throw error;
  }
  throw new Error("nothing was refused");
}
