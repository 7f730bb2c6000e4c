import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decodeMsgpack } from "../../src/provider/terraform/codec/msgpack.js";
import { proposedNew } from "../../src/terraform/change/index.js";
import {
  Dynamic,
  dynamicType,
  equalCty,
  generalise,
  typeOfJson,
  type CtyValue,
} from "../../src/terraform/cty/index.js";
import {
  typeOfBlock,
  typeOfNested,
  type Attribute,
  type Block,
  type NestedType,
  type Nesting,
} from "../../src/terraform/schema/index.js";

const folder = process.env["COCONUT_VECTORS"];

/** Values are MessagePack of the dynamic type, in base64. */
interface Vector {
  readonly name: string;
  readonly schema: RawBlock;
  readonly prior: string;
  readonly config: string;
  readonly want: string;
}

interface RawBlock {
  readonly attributes: Readonly<Record<string, RawAttribute>>;
  readonly blocks: Readonly<Record<string, RawNestedBlock>>;
}

interface RawNestedBlock {
  readonly block: RawBlock;
  readonly nesting: number;
  readonly min: number;
  readonly max: number;
}

interface RawAttribute {
  readonly type?: unknown;
  readonly nested?: { readonly attributes: RawBlock["attributes"]; readonly nesting: number };
  readonly required: boolean;
  readonly optional: boolean;
  readonly computed: boolean;
  readonly write_only: boolean;
}

describe("the proposed new state", () => {
  it.skipIf(folder === undefined)(
    "agrees with OpenTofu's for the vectors in COCONUT_VECTORS (skipped without that variable)",
    () => {
      const lines = readFileSync(join(folder!, "proposed-new.jsonl"), "utf8").trim().split("\n");
      const wrong = lines.map((line) => JSON.parse(line) as Vector).filter((vector) => !agrees(vector));
      expect(wrong.map(({ name }) => name)).toEqual([]);
      expect(lines.length).toBeGreaterThanOrEqual(39);
    },
  );
});

function agrees({ schema, prior, config, want }: Vector): boolean {
  const block = blockOf(schema);
  const read = (text: string) => valueOf(block, text);
  return equalCty(block.type, proposedNew(block, read(prior), read(config)), read(want));
}

/** Vectors hold values with the types they have; here they get the type of the schema. */
function valueOf(block: Block, text: string): CtyValue {
  const value = decodeMsgpack(dynamicType, Buffer.from(text, "base64"));
  return value instanceof Dynamic ? generalise(value.type, block.type, value.value) : value;
}

function blockOf(raw: RawBlock): Block {
  const attributes = attributesOf(raw.attributes);
  const blocks = new Map(
    Object.entries(raw.blocks).map(([name, { block, nesting, min, max }]) => [
      name,
      { name, block: blockOf(block), nesting: nestingOf(nesting), minItems: min, maxItems: max },
    ]),
  );
  return { attributes, blocks, type: typeOfBlock({ attributes, blocks }) };
}

function attributesOf(raw: RawBlock["attributes"]): ReadonlyMap<string, Attribute> {
  return new Map(Object.entries(raw).map(([name, attribute]) => [name, attributeOf(name, attribute)]));
}

function attributeOf(name: string, raw: RawAttribute): Attribute {
  const { required, optional, computed, write_only: writeOnly } = raw;
  const flags = { name, required, optional, computed, writeOnly, sensitive: false };
  if (raw.nested === undefined) return { ...flags, type: typeOfJson(raw.type) };
  const nesting = nestingOf(raw.nested.nesting) as NestedType["nesting"];
  const nested = { attributes: attributesOf(raw.nested.attributes), nesting };
  return { ...flags, nested, type: typeOfNested(nested) };
}

/** The numbers of the vectors are those of OpenTofu's schema, not those of the protocol. */
function nestingOf(number: number): Nesting {
  return (["single", "group", "list", "set", "map"] as const)[number - 1]!;
}
