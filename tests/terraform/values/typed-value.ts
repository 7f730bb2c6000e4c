import fc from "fast-check";
import {
  boolType,
  ctyUnknown,
  CtyUnknown,
  Dynamic,
  dynamicType,
  numberOfText,
  numberType,
  stringType,
  type CtyNumber,
  type CtyType,
  type CtyValue,
  type Refinement,
} from "../../../src/terraform/cty/index.js";

export interface TypedValue {
  readonly type: CtyType;
  readonly value: CtyValue;
}

/** Random values with their types. Unknown values and infinity, which JSON cannot hold, only if asked for. */
export function typedValue({ unknowns }: { readonly unknowns: boolean }): fc.Arbitrary<TypedValue> {
  return type(3).chain((one) => valueOf(one, unknowns, 3).map((value) => ({ type: one, value })));
}

/** In Unicode normal form C, as every string of a decoded value is. */
export const text = fc
  .oneof(
    fc.string({ maxLength: 12 }),
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.constantFrom(
      "__proto__",
      "constructor",
      "toString",
      "10",
      "9",
      "\uff5e",
      "\u{1f965}",
      "é",
      "x".repeat(300),
    ),
  )
  .map((one) => one.normalize("NFC"));

const number: fc.Arbitrary<CtyNumber> = fc
  .oneof(
    fc.integer().map(String),
    fc.bigInt(-(2n ** 66n), 2n ** 66n).map(String),
    fc
      .tuple(fc.bigInt(-(10n ** 30n), 10n ** 30n), fc.integer({ min: -350, max: 350 }))
      .map(([digits, exponent]) => `${digits}e${exponent}`),
    fc.tuple(fc.integer(), fc.nat(30)).map(([top, places]) => String(top / 2 ** places)),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  )
  .map((one) => numberOfText(one)!);

export function type(depth: number): fc.Arbitrary<CtyType> {
  const leaf = fc.constantFrom(stringType, numberType, boolType, dynamicType);
  if (depth === 0) return leaf;
  const inner = type(depth - 1);
  return fc.oneof(
    leaf,
    fc.record({ kind: fc.constantFrom("list" as const, "set" as const, "map" as const), element: inner }),
    fc.array(inner, { maxLength: 3 }).map((elements): CtyType => ({ kind: "tuple", elements })),
    fc
      .array(fc.tuple(text, inner), { maxLength: 4 })
      .map((attributes): CtyType => ({ kind: "object", attributes: new Map(attributes) })),
  );
}

function valueOf(one: CtyType, unknowns: boolean, depth: number): fc.Arbitrary<CtyValue> {
  const known = knownOf(one, unknowns, depth);
  const absent = fc.constant(null);
  if (!unknowns) return fc.oneof({ weight: 6, arbitrary: known }, { weight: 1, arbitrary: absent });
  return fc.oneof(
    { weight: 6, arbitrary: known },
    { weight: 1, arbitrary: absent },
    { weight: 1, arbitrary: unknownOf(one) },
  );
}

function knownOf(one: CtyType, unknowns: boolean, depth: number): fc.Arbitrary<CtyValue> {
  switch (one.kind) {
    case "string":
      return text;
    case "bool":
      return fc.boolean();
    case "number":
      return unknowns ? fc.oneof(number, fc.constantFrom(Infinity, -Infinity)) : number;
    case "dynamic":
      return type(depth > 0 ? 1 : 0)
        .filter(({ kind }) => kind !== "dynamic")
        .chain((inner) =>
          valueOf(depth > 0 ? inner : stringType, unknowns, depth - 1).map(
            (value) => new Dynamic(depth > 0 ? inner : stringType, value),
          ),
        );
    case "list":
    case "set":
      return fc.array(valueOf(one.element, unknowns, depth - 1), { maxLength: 20 });
    case "tuple":
      return fc.tuple(...one.elements.map((element) => valueOf(element, unknowns, depth - 1)));
    case "map":
      return fc
        .array(fc.tuple(text, valueOf(one.element, unknowns, depth - 1)), { maxLength: 20 })
        .map((entries) => new Map(entries));
    case "object":
      return fc
        .tuple(...[...one.attributes.values()].map((inner) => valueOf(inner, unknowns, depth - 1)))
        .map((values) => new Map([...one.attributes.keys()].map((name, index) => [name, values[index]!])));
  }
}

function unknownOf({ kind }: CtyType): fc.Arbitrary<CtyValue> {
  if (kind === "dynamic") return fc.constant(ctyUnknown);
  const bound = fc.record({ value: number, inclusive: fc.boolean() });
  const optional: {
    readonly [Key in keyof Refinement]-?: fc.Arbitrary<NonNullable<Refinement[Key]> | false>;
  } = {
    isNull: fc.constant(false),
    prefix: text.filter((prefix) => prefix !== "" && Buffer.byteLength(prefix) <= 256),
    from: bound,
    to: bound,
    minLength: fc.integer({ min: 1, max: 2 ** 40 }),
    maxLength: fc.nat(),
  };
  const names: readonly (keyof Refinement)[] =
    kind === "string"
      ? ["isNull", "prefix"]
      : kind === "number"
        ? ["isNull", "from", "to"]
        : kind === "list" || kind === "set" || kind === "map"
          ? ["isNull", "minLength", "maxLength"]
          : ["isNull"];
  return fc
    .record(Object.fromEntries(names.map((name) => [name, optional[name]])), { requiredKeys: [] })
    .map((refinement) =>
      Object.keys(refinement).length === 0 ? ctyUnknown : new CtyUnknown(refinement as Refinement),
    );
}
