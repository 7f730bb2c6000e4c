import { ExtensionCodec, decode } from "@msgpack/msgpack";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { proposedNew } from "../../src/terraform/change/proposed-new.js";
import {
  ctyUnknown,
  Dynamic,
  equalCty,
  generalise,
  type CtyType,
  type CtyValue,
} from "../../src/terraform/cty/index.js";
import {
  typeOfBlock,
  typeOfNested,
  type Attribute,
  type Block,
  type Nesting,
} from "../../src/terraform/schema/index.js";

const folder = process.env["COCONUT_VECTORS"];

interface Vector {
  readonly name: string;
  readonly schema: RawBlock;
  readonly prior: string;
  readonly config: string;
  readonly want: string;
}

interface RawBlock {
  readonly attributes: Readonly<Record<string, RawAttribute>>;
  readonly blocks: Readonly<Record<string, { block: RawBlock; nesting: number; min: number; max: number }>>;
}

interface RawAttribute {
  readonly type?: unknown;
  readonly nested?: { readonly attributes: Readonly<Record<string, RawAttribute>>; readonly nesting: number };
  readonly required: boolean;
  readonly optional: boolean;
  readonly computed: boolean;
  readonly write_only: boolean;
}

describe("proposed_new_state of OpenTofu", () => {
  const title = "agrees for every vector in the folder COCONUT_VECTORS";
  it.skipIf(folder === undefined)(
    folder === undefined ? `${title}: skipped, because it is not set` : title,
    () => {
      const lines = readFileSync(join(folder!, "proposed-new.jsonl"), "utf8").trim().split("\n");
      const vectors = lines.map((line) => JSON.parse(line) as Vector);
      expect(vectors.length).toBeGreaterThan(30);
      for (const { name, schema, prior, config, want } of vectors) {
        const block = blockOf(schema);
        const read = (text: string) => plain(block.type, valueOf(text));
        const proposed = proposedNew(block, read(prior), read(config));
        expect(equalCty(block.type, proposed, read(want)) ? "equal" : [proposed, read(want)], name).toBe(
          "equal",
        );
      }
    },
  );
});

/** Vectors hold values with the types they have; here they get the type of the schema. */
function plain(type: CtyType, value: CtyValue): CtyValue {
  return value instanceof Dynamic ? generalise(value.type, type, value.value) : value;
}

const codec = new ExtensionCodec();
codec.register({ type: 0, encode: () => null, decode: () => ctyUnknown });
codec.register({ type: 12, encode: () => null, decode: () => ctyUnknown });

function valueOf(text: string): CtyValue {
  const decoded = decode(Buffer.from(text, "base64"), { extensionCodec: codec });
  return fromWire({ kind: "dynamic" }, decoded);
}
function fromWire(type: CtyType, raw: any): CtyValue {
  if (raw === null || raw === ctyUnknown) return raw;
  if (type.kind === "dynamic") {
    const own = typeOf(JSON.parse(Buffer.from(raw[0]).toString()));
    return new Dynamic(own, fromWire(own, raw[1]));
  }
  if (type.kind === "list" || type.kind === "set") return raw.map((e: any) => fromWire(type.element, e));
  if (type.kind === "tuple") return raw.map((e: any, i: number) => fromWire(type.elements[i]!, e));
  if (type.kind === "map")
    return new Map(Object.entries(raw).map(([k, e]) => [k, fromWire(type.element, e)]));
  if (type.kind === "object") return new Map([...type.attributes].map(([k, t]) => [k, fromWire(t, raw[k])]));
  return raw;
}

function typeOf(json: any): CtyType {
  if (typeof json === "string") return { kind: json } as CtyType;
  if (json[0] === "object")
    return { kind: "object", attributes: new Map(Object.entries(json[1]).map(([k, t]) => [k, typeOf(t)])) };
  if (json[0] === "tuple") return { kind: "tuple", elements: json[1].map(typeOf) };
  return { kind: json[0], element: typeOf(json[1]) };
}

function blockOf(raw: RawBlock): Block {
  const attributes = attributesOf(raw.attributes);
  const blocks = new Map(
    Object.entries(raw.blocks).map(([name, { block, nesting, min, max }]) => [
      name,
      { name, block: blockOf(block), nesting: nestings[nesting]!, minItems: min, maxItems: max },
    ]),
  );
  return { attributes, blocks, type: typeOfBlock({ attributes, blocks }) };
}

const nestings: Readonly<Record<number, Nesting>> = {
  1: "single",
  2: "group",
  3: "list",
  4: "set",
  5: "map",
};

function attributesOf(raw: Readonly<Record<string, RawAttribute>>): ReadonlyMap<string, Attribute> {
  return new Map(Object.entries(raw).map(([name, attribute]) => [name, attributeOf(name, attribute)]));
}

function attributeOf(
  name: string,
  { type, nested: raw, write_only: writeOnly, ...rest }: RawAttribute,
): Attribute {
  const nested =
    raw === undefined
      ? undefined
      : {
          attributes: attributesOf(raw.attributes),
          nesting: nestings[raw.nesting] as Exclude<Nesting, "group">,
        };
  return {
    name,
    ...rest,
    writeOnly,
    sensitive: false,
    nested,
    type: nested === undefined ? typeOf(type) : typeOfNested(nested),
  };
}
