import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  anyType,
  archiveType,
  arrayType,
  assetType,
  boolType,
  checkType,
  enumType,
  equalTypes,
  inputShape,
  inputType,
  mapType,
  nullType,
  numberType,
  objectType,
  outputShape,
  outputType,
  parseType,
  plainShape,
  printType,
  promiseType,
  referenceType,
  stringType,
  tupleType,
  unionType,
  type Type,
} from "../../src/model/type/index.js";
import {
  assetOf,
  archiveOf,
  referenceTo,
  secretOf,
  unknown,
  type Value,
} from "../../src/model/value/value.js";

const text = fc.string({ unit: "binary" });
/** What can stand as the type in a URN. */
const token = text.filter((each) => !/[$:]/.test(each));
const key = fc.oneof(text, fc.constantFrom("__proto__", "constructor", "a", "b"));

const types: fc.Arbitrary<Type> = fc.letrec<{ type: Type }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom(anyType, nullType, boolType, numberType, stringType, assetType, archiveType),
    fc.option(token, { nil: undefined }).map(referenceType),
    fc.array(text, { minLength: 1, maxLength: 3 }).map((values) => enumType(stringType, values)),
    fc
      .array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 3 })
      .map((values) => enumType(numberType, values)),
    fc.boolean().map((value) => enumType(boolType, [value])),
    fc.array(tie("type"), { maxLength: 3 }).map(tupleType),
    tie("type").map(arrayType),
    tie("type").map(mapType),
    fc
      .uniqueArray(fc.record({ key, type: tie("type"), optional: fc.boolean() }), {
        selector: (field) => field.key,
        maxLength: 3,
      })
      .map(objectType),
    fc.array(tie("type"), { minLength: 1, maxLength: 4 }).map(unionType),
    tie("type").map(inputType),
    tie("type").map(outputType),
    tie("type").map(promiseType),
  ),
})).type;

describe("laws of types", () => {
  test("what is printed is parsed back", () => {
    holdsFor(types, (type) => {
      expect(parseType(printType(type))).toEqual(type);
    });
  });

  test("order does not count for equality, and equality is symmetric", () => {
    holdsFor(fc.tuple(types, types), ([a, b]) => {
      expect(equalTypes(a, reversed(a))).toBe(true);
      expect(equalTypes(a, b)).toBe(equalTypes(b, a));
      expect(equalTypes(a, arrayType(a))).toBe(false);
    });
  });

  test("a shape does not depend on the shape taken before it, its own included", () => {
    holdsFor(types, (type) => {
      for (const shape of shapes) {
        const once = printType(shape(type));
        for (const before of shapes) expect(printType(shape(before(type)))).toBe(once);
      }
    });
  });

  test("a shape does not depend on what is wrapped around a type", () => {
    holdsFor(types, (type) => {
      for (const shape of shapes) {
        const bare = printType(shape(type));
        for (const wrap of [inputType, outputType, promiseType]) {
          expect(printType(shape(wrap(type)))).toBe(bare);
          expect(printType(shape(unionType([type, wrap(type)])))).toBe(bare);
        }
      }
    });
  });

  test("a plain shape holds no Input, Output or Promise", () => {
    holdsFor(types, (type) => {
      const wrappers = kindsIn(plainShape(type)).filter((kind) => /^(input|output|promise)$/.test(kind));
      expect(wrappers).toEqual([]);
    });
  });

  test("a value made for a type has it, and has its shapes", () => {
    const pairs = types.chain((type) => fc.tuple(fc.constant(type), valuesOf(type)));
    holdsFor(pairs, ([type, value]) => {
      for (const each of [type, ...shapes.map((shape) => shape(type))]) {
        expect(checkType(value, each)).toEqual([]);
      }
    });
  });
});

const shapes = [inputShape, outputShape, plainShape];

function holdsFor<T>(arbitrary: fc.Arbitrary<T>, law: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, law), { numRuns: 300 });
}

/** The same type with its fields, members and values the other way round. */
function reversed(type: Type): Type {
  switch (type.kind) {
    case "tuple":
      return tupleType(type.items.map(reversed));
    case "array":
      return arrayType(reversed(type.element));
    case "map":
      return mapType(reversed(type.element));
    case "object":
      return objectType(type.fields.map((field) => ({ ...field, type: reversed(field.type) })).toReversed());
    case "union":
      return unionType(type.members.map(reversed).toReversed());
    case "enum":
      return enumType(type.base, type.values.toReversed());
    default:
      return type;
  }
}

function kindsIn(type: Type): string[] {
  switch (type.kind) {
    case "tuple":
      return [type.kind, ...type.items.flatMap(kindsIn)];
    case "union":
      return [type.kind, ...type.members.flatMap(kindsIn)];
    case "array":
    case "map":
      return [type.kind, ...kindsIn(type.element)];
    case "object":
      return [type.kind, ...type.fields.flatMap((field) => kindsIn(field.type))];
    default:
      return [type.kind];
  }
}

function valuesOf(type: Type): fc.Arbitrary<Value> {
  return fc.oneof(
    { weight: 8, arbitrary: plainValuesOf(type) },
    { weight: 1, arbitrary: fc.constant<Value>(unknown) },
    { weight: 1, arbitrary: plainValuesOf(type).map((value): Value => secretOf(value)) },
  );
}

function plainValuesOf(type: Type): fc.Arbitrary<Value> {
  switch (type.kind) {
    case "any":
      return fc.jsonValue();
    case "null":
      return fc.constantFrom<Value>(null, undefined);
    case "bool":
      return fc.boolean();
    case "number":
      return fc.double();
    case "string":
      return text;
    case "asset":
      return text.map((content) => assetOf({ text: content }));
    case "archive":
      return text.map((path) => archiveOf({ path }));
    case "reference":
      return fc.constant(referenceTo({ urn: `urn:pulumi:dev::shop::${type.token ?? "a:b:C"}::x` }));
    case "enum":
      return fc.constantFrom<Value>(...type.values);
    case "tuple":
      return fc.tuple(...type.items.map(valuesOf));
    case "array":
      return fc.array(valuesOf(type.element), { maxLength: 3 });
    case "map":
      return fc.dictionary(key, valuesOf(type.element), { maxKeys: 3 });
    case "object":
      return fc
        .tuple(
          ...type.fields.map((field) =>
            field.optional === true ? fc.option(valuesOf(field.type)) : valuesOf(field.type),
          ),
        )
        .map((values) => Object.fromEntries(type.fields.map((field, index) => [field.key, values[index]])));
    case "union":
      return fc.oneof(...type.members.map(valuesOf));
    case "input":
    case "output":
    case "promise":
      return valuesOf(type.inner);
  }
}
