import { dynamicType, hasDynamic, type CtyType, type ObjectType } from "../cty/index.js";

/** The schema of a resource type, a data source or a provider configuration; the same for protocols 5 and 6. */
export interface Schema {
  readonly version: number;
  readonly block: Block;
}

export interface Block {
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly blocks: ReadonlyMap<string, NestedBlock>;
  readonly description?: string | undefined;
  /** Set if it should no longer be used: the explanation, which may be empty. */
  readonly deprecated?: string | undefined;
  /** The type of its values: all attributes and blocks. */
  readonly type: ObjectType;
}

export interface Attribute {
  readonly name: string;
  /** For an attribute with a nested type, the type that follows from it. */
  readonly type: CtyType;
  readonly nested?: NestedType | undefined;
  readonly description?: string | undefined;
  readonly required: boolean;
  readonly optional: boolean;
  readonly computed: boolean;
  readonly sensitive: boolean;
  readonly writeOnly: boolean;
  readonly deprecated?: string | undefined;
}

/** The attributes of the objects in an attribute. */
export interface NestedType {
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly nesting: Exclude<Nesting, "group">;
}

export interface NestedBlock {
  readonly name: string;
  readonly block: Block;
  readonly nesting: Nesting;
  /** 0 if there is no limit. */
  readonly minItems: number;
  /** 0 if there is no limit. */
  readonly maxItems: number;
}

/** `group` is a single block that is never null. */
export type Nesting = "single" | "group" | "list" | "set" | "map";

/** Returns the type of the values of an attribute with a nested type. */
export function typeOfNested({ attributes, nesting }: NestedType): CtyType {
  const types = new Map([...attributes].map(([name, { type }]) => [name, type]));
  return nestedIn(nesting, { kind: "object", attributes: types });
}

/** Returns the type of the values of a block. */
export function typeOfBlock({ attributes, blocks }: Pick<Block, "attributes" | "blocks">): ObjectType {
  const types = new Map<string, CtyType>();
  for (const [name, { type }] of attributes) types.set(name, type);
  for (const [name, { block, nesting }] of blocks) types.set(name, typeOfNestedBlock(nesting, block.type));
  return { kind: "object", attributes: types };
}

/** Lists and maps of blocks with dynamic attributes become tuples and objects, whose type only their value knows. */
function typeOfNestedBlock(nesting: Nesting, type: ObjectType): CtyType {
  const isFlexible = (nesting === "list" || nesting === "map") && hasDynamic(type);
  return isFlexible ? dynamicType : nestedIn(nesting, type);
}

function nestedIn(nesting: Nesting, type: CtyType): CtyType {
  return nesting === "single" || nesting === "group" ? type : { kind: nesting, element: type };
}
