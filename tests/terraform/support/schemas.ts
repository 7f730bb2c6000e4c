import { stringType, type CtyType, type CtyValue } from "../../../src/terraform/cty/index.js";
import {
  typeOfBlock,
  typeOfNested,
  type Attribute,
  type Block,
  type NestedBlock,
  type NestedType,
  type Nesting,
} from "../../../src/terraform/schema/index.js";

type Flags = Partial<Omit<Attribute, "name">>;

/** A member of a schema before it has a name. */
export type Member = ((name: string) => Attribute) | ((name: string) => NestedBlock);

export const optional = (type: CtyType = stringType, flags: Flags = {}) =>
  attribute({ type, optional: true, ...flags });
export const required = (type: CtyType = stringType, flags: Flags = {}) =>
  attribute({ type, required: true, ...flags });
export const computed = (type: CtyType = stringType, flags: Flags = {}) =>
  attribute({ type, computed: true, ...flags });
export const optionalComputed = (type: CtyType = stringType, flags: Flags = {}) =>
  attribute({ type, optional: true, computed: true, ...flags });

/** An attribute with a nested type; optional if `flags` does not say something else. */
export function nested(
  nesting: NestedType["nesting"],
  members: Readonly<Record<string, (name: string) => Attribute>>,
  flags: Flags = { optional: true },
): (name: string) => Attribute {
  const attributes = new Map(Object.entries(members).map(([name, make]) => [name, make(name)]));
  const type: NestedType = { attributes, nesting };
  return attribute({ type: typeOfNested(type), nested: type, ...flags });
}

export function blocks(
  nesting: Nesting,
  members: Readonly<Record<string, Member>>,
): (name: string) => NestedBlock {
  return (name) => ({ name, nesting, minItems: 0, maxItems: 0, block: block(members) });
}

export function block(members: Readonly<Record<string, Member>>): Block {
  const made = Object.entries(members).map(([name, make]) => make(name));
  const attributes = new Map(made.flatMap((each) => ("block" in each ? [] : [[each.name, each] as const])));
  const blocks = new Map(made.flatMap((each) => ("block" in each ? [[each.name, each] as const] : [])));
  return { attributes, blocks, type: typeOfBlock({ attributes, blocks }) };
}

/** An object or a map. */
export function objectOf(parts: Readonly<Record<string, CtyValue>>): ReadonlyMap<string, CtyValue> {
  return new Map(Object.entries(parts));
}

function attribute(flags: Flags & { readonly type: CtyType }): (name: string) => Attribute {
  return (name) => ({
    name,
    required: false,
    optional: false,
    computed: false,
    sensitive: false,
    writeOnly: false,
    ...flags,
  });
}
