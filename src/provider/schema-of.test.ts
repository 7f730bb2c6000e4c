import type { StandardSchemaV1 } from "@standard-schema/spec";
import * as v from "valibot";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { printType, type ResourceSchema } from "../model/index.js";
import { defineProvider, definitionOf, schemaOf, secret, type Fields } from "./index.js";

const loaded = vi.hoisted(() => ({ converter: false }));
vi.mock("@valibot/to-json-schema", async (original) => {
  loaded.converter = true;
  return original();
});

async function schemaWith(inputs: Fields, outputs: Fields = {}): Promise<ResourceSchema> {
  const File = defineProvider({ package: "disk", version: "1.0.0" }).resource("fs:File", {
    inputs,
    outputs,
    create: async () => ({ id: "1", outputs: {} }),
    read: async () => null,
    update: async () => ({}),
    delete: async () => {},
    migrations: [(v1) => v1, (v2) => v2],
  });
  return schemaOf(definitionOf(File)!);
}

function print({ inputs }: ResourceSchema): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, { type, optional, secret }]) => [
      name,
      [secret && "secret", optional && "optional", printType(type)].filter(Boolean).join(" "),
    ]),
  );
}

test("what reads schemas is loaded when the first schema is asked for, and not before", async () => {
  const { File } = await import("../../tests/golden/api-provider.js");
  expect(loaded.converter).toBe(false);
  await schemaOf(definitionOf(File)!);
  expect(loaded.converter).toBe(true);
});

describe("valibot and zod say the same", () => {
  const table: readonly [expected: string, valibot: StandardSchemaV1, zod: StandardSchemaV1][] = [
    ["String", v.string(), z.string()],
    ["Number", v.pipe(v.number(), v.integer(), v.minValue(1)), z.int().min(1)],
    ["Bool", v.boolean(), z.boolean()],
    ["optional String", v.optional(v.string()), z.string().optional()],
    ["optional Number", v.optional(v.number(), 3), z.number().default(3)],
    ["secret String", secret(v.string()), secret(z.string())],
    ["secret optional String", secret(v.optional(v.string())), secret(z.string().optional())],
    ["secret String", secret(secret(v.string())), secret(secret(z.string()))],
    ['Enum<String, "on", "off">', v.picklist(["on", "off"]), z.enum(["on", "off"])],
    ["Array<String>", v.array(v.string()), z.array(z.string())],
    ["Map<Number>", v.record(v.string(), v.number()), z.record(z.string(), z.number())],
    ["Union<String, Null>", v.nullable(v.string()), z.string().nullable()],
    [
      'Object<"a", String, "b"?, Number>',
      v.object({ a: v.string(), b: v.optional(v.number()) }),
      z.object({ a: z.string(), b: z.number().optional() }),
    ],
    // What can be given, not what comes of it.
    ["String", v.pipe(v.string(), v.transform(Number)), z.string().transform(Number)],
    ["optional Any", v.unknown(), z.unknown()],
    ["Any", v.date(), z.date()],
  ];
  test.each(table)("%s", async (expected, valibot, zod) => {
    const printed = print(await schemaWith({ valibot, zod }));
    expect(printed).toEqual({ valibot: expected, zod: expected });
  });
});

test("of outputs the schema says what comes of them", async () => {
  const decoded = v.pipe(v.string(), v.transform(Number), v.number());
  const schema = await schemaWith({ field: decoded }, { field: decoded });
  expect(printType(schema.inputs["field"]!.type)).toBe("String");
  expect(printType(schema.outputs["field"]!.type)).toBe("Number");
});

test("a schema of any other library can be anything", async () => {
  const even: StandardSchemaV1<number> = {
    "~standard": {
      version: 1,
      vendor: "ourselves",
      validate: (value) =>
        typeof value === "number" && value % 2 === 0 ? { value } : { issues: [{ message: "not even" }] },
    },
  };
  expect(print(await schemaWith({ even }))).toEqual({ even: "Any" });
});

test("a schema that cannot take nothing at all is not optional", async () => {
  const length = z.any().transform((value: string) => value.length);
  expect(print(await schemaWith({ length }))).toEqual({ length: "Any" });
});

test("each migration makes a new version", async () => {
  const { type, version } = await schemaWith({});
  expect({ type, version }).toEqual({ type: "disk:fs:File", version: 3 });
});
