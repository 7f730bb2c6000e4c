import fc from "fast-check";
import {
  boolType,
  ctyUnknown,
  Decimal,
  dedupeSet,
  Dynamic,
  dynamicType,
  hasDynamic,
  numberType,
  partType,
  stringType,
  type CtyType,
  type CtyValue,
} from "../../../src/terraform/cty/index.js";
import type { Attribute, Block, NestedBlock, NestedType } from "../../../src/terraform/schema/index.js";
import { blocksOf } from "../../../src/terraform/schema/index.js";
import {
  block,
  blocks,
  computed,
  nested,
  optional,
  optionalComputed,
  required,
  type Member,
} from "./schemas.js";

const names = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { maxLength: 4 });
const primitive = fc.constantFrom(stringType, numberType, boolType);

/** Types without dynamic parts, and not deeper than `depth`. */
export function types(depth = 2): fc.Arbitrary<CtyType> {
  if (depth === 0) return primitive;
  const inner = types(depth - 1);
  const kind = fc.constantFrom("list" as const, "set" as const, "map" as const);
  return fc.oneof(
    primitive,
    fc.record({ kind, element: inner }),
    fc.record({ kind: fc.constant("tuple" as const), elements: fc.array(inner, { maxLength: 3 }) }),
    names.chain((keys) =>
      fc.tuple(...keys.map(() => inner)).map((parts) => ({
        kind: "object" as const,
        attributes: new Map(keys.map((key, index) => [key, parts[index]!])),
      })),
    ),
  );
}

/** Types that may be dynamic as a whole or in part. Sets have no dynamic elements. */
export function anyTypes(): fc.Arbitrary<CtyType> {
  return fc.oneof(
    { weight: 3, arbitrary: types() },
    fc.constant(dynamicType),
    fc.constant<CtyType>({ kind: "object", attributes: new Map([["a", dynamicType]]) }),
  );
}

export interface ValueOptions {
  readonly unknown?: boolean;
}

/** Values of a type, null included. */
export function values(type: CtyType, options: ValueOptions = {}): fc.Arbitrary<CtyValue> {
  const choices = [
    { weight: 8, arbitrary: knownValues(type, options) },
    { weight: 1, arbitrary: fc.constant<CtyValue>(null) },
  ];
  if (options.unknown === true) choices.push({ weight: 1, arbitrary: fc.constant<CtyValue>(ctyUnknown) });
  return fc.oneof(...choices);
}

function knownValues(type: CtyType, options: ValueOptions): fc.Arbitrary<CtyValue> {
  switch (type.kind) {
    case "string":
      return fc.constantFrom("", "x", "y", "café", "~", "?", '"', "a,b");
    case "number":
      return fc.constantFrom<CtyValue>(0, 1, 2, -1, 0.5, 2n ** 63n, new Decimal("0.1234567890123456789"));
    case "bool":
      return fc.boolean();
    case "dynamic":
      return types(1).chain((own) => knownValues(own, options).map((value) => new Dynamic(own, value)));
    case "list":
      return fc.array(values(type.element, options), { maxLength: 3 });
    case "set":
      return fc
        .array(values(type.element, options), { maxLength: 4 })
        .map((parts) => dedupeSet(type.element, parts));
    case "map":
      return fc
        .uniqueArray(fc.tuple(fc.constantFrom("k", "l", "__proto__"), values(type.element, options)), {
          selector: ([key]) => key,
          maxLength: 3,
        })
        .map((entries) => new Map(entries));
    case "tuple":
      return type.elements.length === 0
        ? fc.constant([])
        : fc.tuple(...type.elements.map((element) => values(element, options)));
    case "object": {
      const keys = [...type.attributes.keys()];
      const parts = keys.map((key) => values(type.attributes.get(key)!, options));
      return fc.tuple(...parts).map((made) => new Map(keys.map((key, index) => [key, made[index]!])));
    }
  }
}

/** Schemas with every kind of attribute, nested type and block. */
export function schemas(depth = 2): fc.Arbitrary<Block> {
  return members(depth).map((made) => block(made));
}

function members(depth: number): fc.Arbitrary<Record<string, Member>> {
  const attributes = fc.dictionary(fc.constantFrom("a", "b", "c"), attribute(depth), { maxKeys: 3 });
  if (depth === 0) return attributes;
  const nesting = fc.constantFrom("single", "group", "list", "set", "map");
  const inner = fc.tuple(nesting, members(depth - 1)).map(([nesting, made]) => {
    const isDynamic = hasDynamic(block(made).type);
    return blocks(nesting === "set" && isDynamic ? "list" : nesting, made);
  });
  const blockMembers = fc.dictionary(fc.constantFrom("p", "q"), inner, { maxKeys: 2 });
  return fc.tuple(attributes, blockMembers).map(([one, other]) => ({ ...one, ...other }));
}

function attribute(depth: number): fc.Arbitrary<(name: string) => Attribute> {
  const kind = fc.constantFrom(required, optional, computed, optionalComputed);
  const plain = fc.tuple(kind, anyTypes()).map(([make, type]) => make(type));
  if (depth === 0) return plain;
  const flags = fc.constantFrom({ optional: true }, { optional: true, computed: true }, { computed: true });
  const inner = fc.dictionary(fc.constantFrom("x", "y"), attribute(depth - 1), { maxKeys: 2 });
  const nesting = fc.constantFrom<NestedType["nesting"]>("single", "list", "set", "map");
  const withNested = fc.tuple(nesting, inner, flags).map(([nesting, made, flags]) => {
    const isDynamic = Object.values(made).some((make) => hasDynamic(make("x").type));
    return nested(nesting === "set" && isDynamic ? "single" : nesting, made, flags);
  });
  return fc.oneof({ weight: 3, arbitrary: plain }, withNested);
}

/** Objects of a block as a state or a configuration has them: blocks are never null or unknown. */
export function objects(
  schema: Block,
  options: ValueOptions = {},
): fc.Arbitrary<ReadonlyMap<string, CtyValue>> {
  const parts = [
    ...[...schema.attributes].map(([name, { type }]) =>
      values(type, options).map((value) => [name, value] as const),
    ),
    ...[...schema.blocks].map(([name, each]) =>
      blockValues(each, options).map((value) => [name, value] as const),
    ),
  ];
  return parts.length === 0 ? fc.constant(new Map()) : fc.tuple(...parts).map((entries) => new Map(entries));
}

function blockValues(each: NestedBlock, options: ValueOptions): fc.Arbitrary<CtyValue> {
  const inner = objects(each.block, options);
  switch (each.nesting) {
    case "single":
      return fc.oneof(inner, fc.constant(null));
    case "group":
      return inner;
    case "list":
      return fc.array(inner, { maxLength: 2 }).map((parts) => blocksOf(each, parts));
    case "set":
      return fc.array(inner, { maxLength: 3 }).map((parts) => dedupeSet(each.block.type, parts));
    case "map":
      return fc
        .dictionary(fc.constantFrom("k", "l"), inner, { maxKeys: 2 })
        .map((parts) => blocksOf(each, new Map(Object.entries(parts))));
  }
}

/** The same value, with the elements of each set in another order. */
export function shuffled(type: CtyType, value: CtyValue): CtyValue {
  if (value instanceof Dynamic) return new Dynamic(value.type, shuffled(value.type, value.value));
  if (Array.isArray(value)) {
    const parts = value.map((part: CtyValue, index) => shuffled(partType(type, index), part));
    return type.kind === "set" ? parts.reverse() : parts;
  }
  if (!(value instanceof Map)) return value;
  const entries = [...(value as ReadonlyMap<string, CtyValue>)];
  return new Map(entries.reverse().map(([key, part]) => [key, shuffled(partType(type, key), part)]));
}
