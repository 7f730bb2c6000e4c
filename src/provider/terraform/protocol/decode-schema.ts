import { fromBinary } from "@bufbuild/protobuf";
import {
  typeOfBlock,
  typeOfNested,
  type Attribute,
  type Block,
  type NestedBlock,
  type NestedType,
  type Nesting,
  type Schema,
} from "../../../terraform/schema/index.js";
import * as five from "./generated/tfplugin5_pb.js";
import * as six from "./generated/tfplugin6_pb.js";
import { SchemaFault, typeOfBytes } from "./schema-fault.js";

type SchemaMessage = five.Schema | six.Schema;
type BlockMessage = five.Schema_Block | six.Schema_Block;
type AttributeMessage = five.Schema_Attribute | six.Schema_Attribute;
type NestedBlockMessage = five.Schema_NestedBlock | six.Schema_NestedBlock;

/** Decodes a schema of a provider. Throws a `SchemaFault`. A schema of no bytes has no attributes. */
export function decodeSchema(protocol: 5 | 6, bytes: Uint8Array, where: string): Schema {
  const { version, block } = messageOf(protocol, bytes, where);
  return { version: Number(version), block: blockOf(block, where, 1) };
}

function messageOf(protocol: 5 | 6, bytes: Uint8Array, where: string): SchemaMessage {
  try {
    return protocol === 5 ? fromBinary(five.SchemaSchema, bytes) : fromBinary(six.SchemaSchema, bytes);
  } catch (error) {
    throw new SchemaFault(where, error instanceof Error ? error.message : String(error));
  }
}

function blockOf(found: BlockMessage | undefined, where: string, depth: number): Block {
  if (depth > deepest) throw new SchemaFault(where, `blocks are nested more than ${deepest} levels deep`);
  const attributes = attributesOf(found?.attributes ?? [], where, depth);
  const blocks = new Map<string, NestedBlock>();
  for (const each of found?.blockTypes ?? []) {
    const name = nameOf(each.typeName, where);
    if (blocks.has(name) || attributes.has(name)) throw new SchemaFault(where, `${name} is declared twice`);
    blocks.set(name, nestedBlockOf(each, name, `${where}, block ${name}`, depth));
  }
  return {
    attributes,
    blocks,
    ...documentationOf(found),
    type: typeOfBlock({ attributes, blocks }),
  };
}

/** Far deeper than real providers, and shallow enough for the stack. */
const deepest = 200;

function nestedBlockOf(
  { block, nesting, minItems, maxItems }: NestedBlockMessage,
  name: string,
  where: string,
  depth: number,
): NestedBlock {
  return {
    name,
    block: blockOf(block, where, depth + 1),
    nesting: nestingOf(nesting, where),
    minItems: Number(minItems),
    maxItems: Number(maxItems),
  };
}

function attributesOf(
  found: readonly AttributeMessage[],
  where: string,
  depth: number,
): ReadonlyMap<string, Attribute> {
  const attributes = new Map<string, Attribute>();
  for (const each of found) {
    const name = nameOf(each.name, where);
    if (attributes.has(name)) throw new SchemaFault(where, `${name} is declared twice`);
    attributes.set(name, attributeOf(each, name, `${where}, attribute ${name}`, depth));
  }
  return attributes;
}

function attributeOf(found: AttributeMessage, name: string, where: string, depth: number): Attribute {
  const { required, optional, computed, sensitive, writeOnly } = found;
  const nested =
    "nestedType" in found && found.nestedType ? nestedTypeOf(found.nestedType, where, depth) : undefined;
  return {
    name,
    type: nested === undefined ? typeOfBytes(found.type, where) : typeOfNested(nested),
    ...(nested !== undefined && { nested }),
    ...documentationOf(found),
    required,
    optional,
    computed,
    sensitive,
    writeOnly,
  };
}

function nestedTypeOf(found: six.Schema_Object, where: string, depth: number): NestedType {
  if (depth > deepest) throw new SchemaFault(where, `types are nested more than ${deepest} levels deep`);
  const nesting = nestingOf(found.nesting, where);
  if (nesting === "group") throw new SchemaFault(where, "a nested type cannot be a group");
  return { attributes: attributesOf(found.attributes, where, depth + 1), nesting };
}

function nestingOf(mode: number, where: string): Nesting {
  const nesting = nestings[mode];
  if (nesting === undefined) throw new SchemaFault(where, `${mode} is not a known kind of nesting`);
  return nesting;
}

const nestings: { readonly [mode: number]: Nesting } = {
  1: "single",
  2: "list",
  3: "set",
  4: "map",
  5: "group",
};

/** Names of values are in normal form C everywhere in Terraform. */
function nameOf(text: string, where: string): string {
  if (text === "") throw new SchemaFault(where, "a member has no name");
  return text.normalize("NFC");
}

function documentationOf(found: BlockMessage | AttributeMessage | undefined) {
  if (found === undefined) return {};
  const { description, deprecated, deprecationMessage } = found;
  const isDeprecated = deprecated || deprecationMessage !== "";
  return {
    ...(description !== "" && { description }),
    ...(isDeprecated && { deprecated: deprecationMessage }),
  };
}
