import type { CtyObject, CtyType, ObjectType } from "../cty/index.js";
import { emptyBlocks } from "./block-values.js";
import { namesOf, topNamesOf, type Names } from "./names.js";
import type { Attribute, Block, NestedBlock, NestedType } from "./schema.js";

/** A place for values in a schema: blocks, nested types and plain types in one form, for functions that walk a value. */
export type Place = PrimitivePlace | DynamicPlace | ObjectPlace | CollectionPlace | TuplePlace;

export interface PrimitivePlace {
  readonly kind: "string" | "number" | "bool";
  readonly type: CtyType;
}

export interface DynamicPlace {
  readonly kind: "dynamic";
  readonly type: CtyType;
}

export interface ObjectPlace {
  readonly kind: "object";
  readonly type: ObjectType;
  readonly names: Names;
  readonly members: ReadonlyMap<string, Member>;
  /** The object of which nothing is given: attributes are null, blocks are absent. */
  readonly empty: CtyObject;
  /** The members that must be given. */
  readonly required: readonly Member[];
}

export interface CollectionPlace {
  readonly kind: "list" | "set" | "map";
  /** The declared type; dynamic for lists and maps of blocks with dynamic attributes, whose values are tuples and objects. */
  readonly type: CtyType;
  readonly element: Place;
}

export interface TuplePlace {
  readonly kind: "tuple";
  readonly type: CtyType;
  readonly elements: readonly Place[];
}

/** A member of an object. It has neither `attribute` nor `block` if a plain object type declares it. */
export interface Member {
  readonly name: string;
  readonly place: Place;
  readonly attribute?: Attribute;
  readonly block?: NestedBlock;
}

/** Returns the place of a whole resource, data source or provider configuration. */
export function placeOf(block: Block): ObjectPlace {
  let place = tops.get(block);
  if (place === undefined) tops.set(block, (place = placeOfBlock(block, topNamesOf(block))));
  return place;
}

const tops = new WeakMap<Block, ObjectPlace>();

/** Returns the name that programs use for a member. */
export function programName({ names }: ObjectPlace, name: string): string {
  return names.program.get(name) ?? name;
}

/** True if only the provider sets the attribute. */
export function isComputedOnly({ attribute }: Member): boolean {
  return attribute !== undefined && attribute.computed && !attribute.optional && !attribute.required;
}

function placeOfBlock(block: Block, names: Names = namesOf(block)): ObjectPlace {
  const members = [
    ...[...block.attributes.values()].map(memberOfAttribute),
    ...[...block.blocks.values()].map((nested) => memberOfBlock(nested, block.type)),
  ];
  return objectPlace(block.type, names, members);
}

function objectPlace(type: ObjectType, names: Names, members: readonly Member[]): ObjectPlace {
  return {
    kind: "object",
    type,
    names,
    members: new Map(members.map((member) => [member.name, member])),
    empty: new Map(
      members.map((member) => [member.name, member.block === undefined ? null : emptyBlocks(member.block)]),
    ),
    required: members.filter(({ attribute, block }) => attribute?.required ?? isRequiredBlock(block)),
  };
}

function isRequiredBlock(block: NestedBlock | undefined): boolean {
  return block !== undefined && block.minItems > 0 && ["single", "list", "set"].includes(block.nesting);
}

function memberOfAttribute(attribute: Attribute): Member {
  const { name, nested, type } = attribute;
  return { name, attribute, place: nested === undefined ? placeOfType(type) : placeOfNested(nested, type) };
}

function memberOfBlock(block: NestedBlock, outer: ObjectType): Member {
  const { name, nesting } = block;
  const element = placeOfBlock(block.block);
  if (nesting === "single" || nesting === "group") return { name, block, place: element };
  return { name, block, place: { kind: nesting, type: outer.attributes.get(name)!, element } };
}

function placeOfNested(nested: NestedType, type: CtyType): Place {
  const objectType = "element" in type ? type.element : type;
  const members = [...nested.attributes.values()].map(memberOfAttribute);
  const element = objectPlace(objectType as ObjectType, namesOf(nested), members);
  return nested.nesting === "single" ? element : { kind: nested.nesting, type, element };
}

/** Returns the place of a value of a plain type. */
export function placeOfType(type: CtyType): Place {
  switch (type.kind) {
    case "object": {
      const members = [...type.attributes].map(([name, inner]) => ({ name, place: placeOfType(inner) }));
      return objectPlace(type, namesOf(type), members);
    }
    case "list":
    case "set":
    case "map":
      return { kind: type.kind, type, element: placeOfType(type.element) };
    case "tuple":
      return { kind: "tuple", type, elements: type.elements.map(placeOfType) };
    default:
      return { kind: type.kind, type };
  }
}
