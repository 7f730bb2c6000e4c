import {
  boolType,
  dynamicType,
  numberType,
  stringType,
  type CtyObject,
  type CtyType,
  type CtyValue,
} from "../../src/terraform/cty/index.js";
import {
  typeOfBlock,
  typeOfNested,
  type Attribute,
  type Block,
  type NestedBlock,
  type NestedType,
} from "../../src/terraform/schema/index.js";

/** Short notation for schemas and values in tests. */

export type TypeText =
  | "string"
  | "number"
  | "bool"
  | "dynamic"
  | readonly ["list" | "set" | "map", TypeText]
  | readonly ["object", Readonly<Record<string, TypeText>>]
  | readonly ["tuple", readonly TypeText[]];

export function ctyType(text: TypeText): CtyType {
  if (typeof text === "string")
    return { string: stringType, number: numberType, bool: boolType, dynamic: dynamicType }[text];
  switch (text[0]) {
    case "object":
      return {
        kind: "object",
        attributes: new Map(Object.entries(text[1]).map(([name, type]) => [name, ctyType(type)])),
      };
    case "tuple":
      return { kind: "tuple", elements: text[1].map(ctyType) };
    default:
      return { kind: text[0], element: ctyType(text[1]) };
  }
}

export type AttributeFlag = "required" | "optional" | "computed" | "sensitive" | "writeOnly" | "deprecated";

/** The type of an attribute, or its nested type, and its flags; optional if there are none. */
export type AttributeText = readonly [TypeText | NestedType, ...AttributeFlag[]];

export function attributesOf(texts: Readonly<Record<string, AttributeText>>): ReadonlyMap<string, Attribute> {
  return new Map(
    Object.entries(texts).map(([name, [what, ...flags]]) => {
      const nested = isNested(what) ? what : undefined;
      const has = (flag: AttributeFlag) => flags.includes(flag);
      const attribute: Attribute = {
        name,
        type: nested === undefined ? ctyType(what as TypeText) : typeOfNested(nested),
        ...(nested !== undefined && { nested }),
        required: has("required"),
        optional: has("optional") || !(has("required") || has("computed")),
        computed: has("computed"),
        sensitive: has("sensitive"),
        writeOnly: has("writeOnly"),
        ...(has("deprecated") && { deprecated: "" }),
      };
      return [name, attribute];
    }),
  );
}

function isNested(what: TypeText | NestedType): what is NestedType {
  return typeof what === "object" && "nesting" in what;
}

export function nested(
  nesting: NestedType["nesting"],
  attributes: Readonly<Record<string, AttributeText>>,
): NestedType {
  return { nesting, attributes: attributesOf(attributes) };
}

export type BlockText = Pick<NestedBlock, "nesting" | "block"> & {
  readonly minItems?: number;
  readonly maxItems?: number;
};

export function block(
  attributes: Readonly<Record<string, AttributeText>>,
  blocks: Readonly<Record<string, BlockText>> = {},
): Block {
  const parts = {
    attributes: attributesOf(attributes),
    blocks: new Map(
      Object.entries(blocks).map(([name, text]) => [name, { name, minItems: 0, maxItems: 0, ...text }]),
    ),
  };
  return { ...parts, type: typeOfBlock(parts) };
}

/** Writes a value with plain objects, which become Maps. */
export type Plain = CtyValue | readonly Plain[] | { readonly [key: string]: Plain };

export function cty(value: Plain): CtyValue {
  if (Array.isArray(value)) return value.map((part: Plain) => cty(part));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value as CtyValue;
  return new Map(Object.entries(value).map(([key, part]) => [key, cty(part)]));
}

export function ctyObject(value: { readonly [key: string]: Plain }): CtyObject {
  return cty(value) as CtyObject;
}
