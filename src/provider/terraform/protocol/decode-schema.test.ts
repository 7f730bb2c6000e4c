import { create, toBinary, type MessageInitShape } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeSchema } from "./decode-schema.js";
import * as five from "./generated/tfplugin5_pb.js";
import * as six from "./generated/tfplugin6_pb.js";
import { SchemaFault } from "./schema-fault.js";

type Attribute = MessageInitShape<typeof six.Schema_AttributeSchema>;
type Block = MessageInitShape<typeof six.Schema_BlockSchema>;

const json = (text: string) => new TextEncoder().encode(text);
const text = { type: json('"string"'), optional: true };
const schemaOf = (block: Block) =>
  decodeSchema(
    6,
    toBinary(six.SchemaSchema, create(six.SchemaSchema, { version: 3n, block })),
    "resource type x",
  );

describe("a schema", () => {
  test("has attributes, and blocks of every nesting", () => {
    const inner: Block = { attributes: [{ name: "a", ...text }] };
    const blockTypes = ["single", "list", "set", "map", "group"].map((typeName, index) => ({
      typeName,
      block: inner,
      nesting: index + 1,
      minItems: 1n,
      maxItems: 2n,
    }));
    const { version, block } = schemaOf({
      attributes: [
        {
          name: "n",
          type: json('["list","number"]'),
          required: true,
          sensitive: true,
          description: "Numbers.",
        },
        { name: "w", ...text, writeOnly: true, deprecationMessage: "Use v." },
        { name: "d", type: json('"dynamic"'), computed: true, deprecated: true },
      ],
      blockTypes,
    });
    expect(version).toBe(3);
    expect(block.attributes.get("n")).toEqual({
      name: "n",
      type: { kind: "list", element: { kind: "number" } },
      description: "Numbers.",
      required: true,
      optional: false,
      computed: false,
      sensitive: true,
      writeOnly: false,
    });
    expect(block.attributes.get("w")).toMatchObject({ writeOnly: true, deprecated: "Use v." });
    expect(block.attributes.get("d")).toMatchObject({ type: { kind: "dynamic" }, deprecated: "" });
    for (const [name, nested] of block.blocks)
      expect(nested).toMatchObject({ name, nesting: name, minItems: 1, maxItems: 2 });
    expect([...block.type.attributes].map(([name, { kind }]) => `${name}: ${kind}`)).toEqual([
      "n: list",
      "w: string",
      "d: dynamic",
      "single: object",
      "list: list",
      "set: set",
      "map: map",
      "group: object",
    ]);
  });

  test("has attributes with nested types", () => {
    const leaf: Attribute = { name: "leaf", ...text };
    const inner: Attribute = {
      name: "inner",
      nestedType: { nesting: 4, attributes: [leaf] },
      computed: true,
    };
    const { block } = schemaOf({
      attributes: [{ name: "outer", nestedType: { nesting: 2, attributes: [inner] } }],
    });
    const outer = block.attributes.get("outer")!;
    expect(outer.nested?.nesting).toBe("list");
    expect(outer.nested?.attributes.get("inner")?.nested?.nesting).toBe("map");
    const leaves = { kind: "object", attributes: new Map([["leaf", { kind: "string" }]]) };
    const inners = { kind: "object", attributes: new Map([["inner", { kind: "map", element: leaves }]]) };
    expect(outer.type).toEqual({ kind: "list", element: inners });
  });

  test("of protocol 5 has other field numbers", () => {
    const attributes = [{ name: "w", ...text, writeOnly: true, deprecationMessage: "Use v." }];
    const bytes = toBinary(
      five.SchemaSchema,
      create(five.SchemaSchema, { version: 1n, block: { attributes } }),
    );
    const { block } = decodeSchema(5, bytes, "resource type x");
    expect(block.attributes.get("w")).toMatchObject({ writeOnly: true, deprecated: "Use v." });
    expect(block.attributes.get("w")).not.toHaveProperty("nested");
  });

  test("of no bytes is empty", () => {
    const { version, block } = decodeSchema(6, new Uint8Array(), "provider configuration");
    expect([version, block.attributes.size, block.blocks.size]).toEqual([0, 0, 0]);
  });

  test("may have names like those of an object's members", () => {
    const { block } = schemaOf({
      attributes: [
        { name: "__proto__", ...text },
        { name: "constructor", ...text },
      ],
    });
    expect([...block.type.attributes.keys()]).toEqual(["__proto__", "constructor"]);
  });
});

describe("an invalid schema is refused", () => {
  const deep = (levels: number): Block =>
    levels === 0 ? {} : { blockTypes: [{ typeName: "b", nesting: 1, block: deep(levels - 1) }] };
  const faults: readonly [string, Block, string][] = [
    [
      "no type",
      { attributes: [{ name: "a" }] },
      "resource type x, attribute a: the description of a type is not JSON",
    ],
    [
      "an unknown type",
      { attributes: [{ name: "a", type: json('"text"') }] },
      '"text" does not describe a type',
    ],
    [
      "types without end",
      { attributes: [{ name: "a", type: json(`${'["list",'.repeat(5000)}"string"${"]".repeat(5000)}`) }] },
      "levels deep",
    ],
    ["no name", { attributes: [text] }, "a member has no name"],
    [
      "two attributes",
      {
        attributes: [
          { name: "a", ...text },
          { name: "a", ...text },
        ],
      },
      "a is declared twice",
    ],
    [
      "an attribute and a block",
      { attributes: [{ name: "a", ...text }], blockTypes: [{ typeName: "a", nesting: 1 }] },
      "a is declared twice",
    ],
    [
      "an unknown nesting",
      { blockTypes: [{ typeName: "b", nesting: 9 }] },
      "x, block b: 9 is not a known kind of nesting",
    ],
    [
      "an attribute that is a group",
      { attributes: [{ name: "a", nestedType: { nesting: 5 } }] },
      "cannot be a group",
    ],
    [
      "an attribute in a block",
      { blockTypes: [{ typeName: "b", nesting: 1, block: { attributes: [{ name: "a" }] } }] },
      "x, block b, attribute a:",
    ],
    ["blocks without end", deep(250), "invalid schema of resource type x"],
  ];
  test.each(faults)("%s", (_, block, message) => {
    const refused = () => schemaOf(block);
    expect(refused).toThrow(SchemaFault);
    expect(refused).toThrow(message);
  });

  test.each([
    ["truncated", Uint8Array.of(0x12, 0x50, 0x01)],
    ["a wrong wire type", Uint8Array.of(0x17)],
    ["a number without end", new Uint8Array(20).fill(0xff)],
  ])("bytes: %s", (_, bytes) => {
    expect(() => decodeSchema(6, bytes, "resource type x")).toThrow(SchemaFault);
  });

  test("any bytes are a schema or a SchemaFault", () => {
    const whole = toBinary(
      six.SchemaSchema,
      create(six.SchemaSchema, {
        version: 1n,
        block: {
          attributes: [
            { name: "a", ...text, nestedType: { nesting: 2, attributes: [{ name: "b", ...text }] } },
          ],
          blockTypes: [{ typeName: "c", nesting: 3, block: { attributes: [{ name: "d", ...text }] } }],
        },
      }),
    );
    const altered = fc
      .array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
      .map((changes) => {
        const bytes = whole.slice();
        for (const [at, value] of changes) bytes[at] = value;
        return bytes;
      });
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array(), altered),
        fc.constantFrom(5 as const, 6 as const),
        (bytes, protocol) => {
          try {
            decodeSchema(protocol, bytes, "resource type x");
          } catch (error) {
            expect(error).toBeInstanceOf(SchemaFault);
          }
        },
      ),
    );
  });
});
