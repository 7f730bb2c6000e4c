import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { typeFromJsonSchema } from "./from-json-schema.js";
import { printType } from "./type-text.js";

interface Tree {
  size: number;
  children: Tree[];
}
const valibotTree: v.GenericSchema<Tree> = v.object({
  size: v.number(),
  children: v.array(v.lazy(() => valibotTree)),
});
const zodTree = z.object({
  size: z.number(),
  get children() {
    return z.array(zodTree);
  },
});

describe("schemas of valibot", () => {
  test.each<[string, v.GenericSchema, string]>([
    ["string", v.string(), "String"],
    ["number", v.pipe(v.number(), v.minValue(1)), "Number"],
    ["integer", v.pipe(v.number(), v.integer()), "Number"],
    ["boolean", v.boolean(), "Bool"],
    ["null", v.null(), "Null"],
    ["any", v.any(), "Any"],
    ["unknown", v.unknown(), "Any"],
    ["nullable", v.nullable(v.string()), "Union<String, Null>"],
    ["literal", v.literal("x"), 'Enum<String, "x">'],
    ["picklist", v.picklist(["a", "b"]), 'Enum<String, "a", "b">'],
    ["enum", v.enum({ One: 1, Two: 2 }), "Enum<Number, 1, 2>"],
    ["array", v.array(v.array(v.string())), "Array<Array<String>>"],
    ["tuple", v.tuple([v.string(), v.number()]), "Tuple<String, Number>"],
    ["strict tuple", v.strictTuple([v.string()]), "Tuple<String>"],
    ["tuple with rest", v.tupleWithRest([v.string()], v.number()), "Array<Union<String, Number>>"],
    ["record", v.record(v.string(), v.number()), "Map<Number>"],
    [
      "object",
      v.object({
        a: v.string(),
        b: v.optional(v.number()),
        c: v.optional(v.boolean(), true),
        d: v.nullish(v.string()),
      }),
      'Object<"a", String, "b"?, Number, "c"?, Bool, "d"?, Union<String, Null>>',
    ],
    ["strict object", v.strictObject({ a: v.string() }), 'Object<"a", String>'],
    ["object with rest", v.objectWithRest({ a: v.string() }, v.number()), "Map<Any>"],
    ["union", v.union([v.string(), v.array(v.number())]), "Union<String, Array<Number>>"],
    [
      "variant",
      v.variant("kind", [
        v.object({ kind: v.literal("file"), path: v.string() }),
        v.object({ kind: v.literal("none") }),
      ]),
      'Union<Object<"kind", Enum<String, "file">, "path", String>, Object<"kind", Enum<String, "none">>>',
    ],
    ["intersection", v.intersect([v.object({ a: v.string() }), v.object({ b: v.string() })]), "Any"],
    [
      "recursion",
      valibotTree,
      'Object<"size", Number, "children", Array<Object<"size", Number, "children", Array<Any>>>>',
    ],
  ])("%s", (_name, schema, type) => {
    expect(printType(typeFromJsonSchema(toJsonSchema(schema)))).toBe(type);
  });

  test("tuples of the later draft", () => {
    const schema = toJsonSchema(v.tuple([v.string(), v.null()]), { target: "draft-2020-12" });
    expect(printType(typeFromJsonSchema(schema))).toBe("Tuple<String, Null>");
  });
});

describe("schemas of zod", () => {
  test.each<[string, z.ZodType, string]>([
    ["string", z.email(), "String"],
    ["integer", z.int(), "Number"],
    ["boolean", z.boolean(), "Bool"],
    ["any", z.any(), "Any"],
    ["never", z.never(), "Any"],
    ["nullable", z.string().nullable(), "Union<String, Null>"],
    ["literal", z.literal(true), "Enum<Bool, true>"],
    ["literals", z.literal(["a", 1, null, "b"]), 'Union<Enum<String, "a", "b">, Enum<Number, 1>, Null>'],
    ["enum", z.enum(["a", "b"]), 'Enum<String, "a", "b">'],
    ["array", z.array(z.string()), "Array<String>"],
    ["tuple", z.tuple([z.string(), z.number()]), "Tuple<String, Number>"],
    ["tuple with rest", z.tuple([z.string()], z.number()), "Array<Union<String, Number>>"],
    [
      "tuple with an optional item",
      z.tuple([z.string(), z.number().optional()]),
      "Array<Union<String, Number>>",
    ],
    ["record", z.record(z.string(), z.array(z.number())), "Map<Array<Number>>"],
    ["record of enum keys", z.record(z.enum(["a", "b"]), z.number()), "Map<Number>"],
    [
      "object",
      z.object({ a: z.string(), b: z.number().optional(), c: z.boolean().nullable() }),
      'Object<"a", String, "b"?, Number, "c", Union<Bool, Null>>',
    ],
    ["loose object", z.looseObject({ a: z.string() }), "Map<Any>"],
    ["object with catchall", z.object({ a: z.string() }).catchall(z.number()), "Map<Any>"],
    ["union", z.union([z.string(), z.array(z.number())]), "Union<String, Array<Number>>"],
    ["union of literals", z.union([z.literal("a"), z.literal("b")]), 'Enum<String, "a", "b">'],
    ["recursion", zodTree, 'Object<"size", Number, "children", Array<Any>>'],
    [
      "recursion in a definition",
      z.object({ root: zodTree }),
      'Object<"root", Object<"size", Number, "children", Array<Any>>>',
    ],
    [
      "a shared definition",
      z.object({ a: z.string().meta({ id: "Name" }), b: z.array(z.string()) }),
      'Object<"a", String, "b", Array<String>>',
    ],
  ])("%s", (_name, schema, type) => {
    expect(printType(typeFromJsonSchema(z.toJSONSchema(schema)))).toBe(type);
  });

  test("other targets", () => {
    const tuple = z.toJSONSchema(z.tuple([z.string(), z.null()]), { target: "draft-7" });
    expect(printType(typeFromJsonSchema(tuple))).toBe("Tuple<String, Null>");
    const nullable = z.toJSONSchema(z.string().nullable(), { target: "openapi-3.0" });
    expect(printType(typeFromJsonSchema(nullable))).toBe("Union<String, Null>");
  });
});

describe("schemas written by hand", () => {
  test.each<[string, unknown, string]>([
    ["true", true, "Any"],
    ["false", false, "Any"],
    ["no schema", undefined, "Any"],
    ["a number", 5, "Any"],
    ["a list", [{ type: "string" }], "Any"],
    ["nothing said", {}, "Any"],
    ["an unheard-of type", { type: "date" }, "Any"],
    [
      "several types",
      { type: ["string", "array", "null"], items: { type: "number" } },
      "Union<String, Array<Number>, Null>",
    ],
    ["no types", { type: [] }, "Any"],
    ["an empty enum", { enum: [] }, "Any"],
    ["an enum of objects", { enum: ["a", { b: 1 }] }, "Any"],
    ["a constant null", { const: null }, "Null"],
    ["an enum with nullable", { enum: ["a"], nullable: true }, 'Union<Enum<String, "a">, Null>'],
    ["empty choices", { anyOf: [] }, "Any"],
    ["a choice of anything", { anyOf: [{ type: "string" }, {}] }, "Any"],
    ["allOf of one", { allOf: [{ type: "string" }] }, "String"],
    ["not", { not: { type: "string" } }, "Any"],
    ["an array of anything", { type: "array" }, "Array<Any>"],
    ["an object of anything", { type: "object" }, "Map<Any>"],
    ["an object of nothing", { type: "object", additionalProperties: false }, "Object<>"],
    ["pattern properties", { type: "object", properties: {}, patternProperties: { "^x": {} } }, "Map<Any>"],
    ["properties and allOf", { type: "object", properties: { a: {} }, allOf: [{}] }, "Map<Any>"],
    [
      "keys of the prototype",
      JSON.parse('{ "type": "object", "properties": { "__proto__": { "type": "null" } } }'),
      'Object<"__proto__"?, Null>',
    ],
    [
      "a definition of draft 7",
      { $ref: "#/definitions/a~1b%20c", definitions: { "a/b c": { type: "null" } } },
      "Null",
    ],
    [
      "a reference to a reference",
      { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { type: "boolean" } } },
      "Bool",
    ],
    ["a reference to itself", { $ref: "#" }, "Any"],
    [
      "references in a ring",
      { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
      "Any",
    ],
    ["a reference to nothing", { $ref: "#/$defs/a" }, "Any"],
    ["a reference to the prototype", { $ref: "#/constructor" }, "Any"],
    ["a reference elsewhere", { $ref: "https://example.com/schema.json" }, "Any"],
    ["a reference with a bad escape", { $ref: "#/%E0%A4%A" }, "Any"],
  ])("%s", (_name, schema, type) => {
    expect(printType(typeFromJsonSchema(schema))).toBe(type);
  });

  test("a schema nested too deeply ends in Any", () => {
    let schema: unknown = { type: "string" };
    for (let depth = 0; depth < 50_000; depth += 1) {
      schema = { type: "array", prefixItems: [{ type: "null" }], items: schema, nullable: true };
    }
    expect(printType(typeFromJsonSchema(schema))).toContain("Any");
  });

  test("definitions that refer to one another twice each are converted once each", () => {
    const level = (next: number) => ({
      type: "object",
      properties: { left: { $ref: `#/$defs/d${next}` }, right: { $ref: `#/$defs/d${next}` } },
    });
    const definitions = Array.from({ length: 60 }, (_, index) => [`d${index}`, level(index + 1)]);
    const schema = { ...level(0), $defs: Object.fromEntries(definitions) };
    expect(typeFromJsonSchema(schema).kind).toBe("object");
  });
});
