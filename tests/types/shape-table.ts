import { row, type ShapeRow } from "./shape-row.js";
import { unionRows } from "./union-rows.js";

export const shapeTableImports = ["Input", "Output", "Resource", "CustomResource", "asset"];

/**
 * The three shapes of every kind of type, in the notation of types and in TypeScript. One table for both, so
 * that the functions on types and the types of the SDK cannot drift apart. Where the two columns differ in more
 * than spelling (optional fields), docs/decisions/0011-shapes-in-typescript.md says why.
 */
export const shapeTable: readonly ShapeRow[] = [
  leaf("null", "Null", "null"),
  leaf("boolean", "Bool", "boolean"),
  leaf("number", "Number", "number"),
  leaf("string", "String", "string"),
  leaf("enum of strings", 'Enum<String, "on", "off">', '"on" | "off"'),
  leaf("enum of numbers", "Enum<Number, 1, 2>", "1 | 2"),
  leaf("enum of one boolean", "Enum<Bool, true>", "true"),
  leaf("asset", "Asset", "asset.TextAsset"),
  leaf("archive", "Archive", "asset.FileArchive"),
  leaf("resource", "ResourceReference", "Resource"),
  leaf("custom resource", "ResourceReference", "CustomResource"),
  leaf("any", "Any", "any"),
  leaf("unknown", "Any", "unknown"),
  leaf("function", "Any", "(name: string) => number"),

  row("tuple", {
    data: [
      "Tuple<String, Number>",
      "Input<Tuple<Input<String>, Input<Number>>>",
      "Output<Tuple<Output<String>, Output<Number>>>",
      "Tuple<String, Number>",
    ],
    typescript: [
      "[string, number]",
      "Input<[Input<string>, Input<number>]>",
      "Output<[Output<string>, Output<number>]>",
      "[string, number]",
    ],
  }),
  row("empty tuple", {
    data: ["Tuple<>", "Input<Tuple<>>", "Output<Tuple<>>", "Tuple<>"],
    typescript: ["[]", "Input<[]>", "Output<[]>", "[]"],
  }),
  row("array", {
    data: ["Array<String>", "Input<Array<Input<String>>>", "Output<Array<Output<String>>>", "Array<String>"],
    typescript: ["string[]", "Input<Input<string>[]>", "Output<Output<string>[]>", "string[]"],
  }),
  row("array that cannot be written to", {
    data: ["Array<String>", "Input<Array<Input<String>>>", "Output<Array<Output<String>>>", "Array<String>"],
    typescript: [
      "readonly string[]",
      "Input<readonly Input<string>[]>",
      "Output<readonly Output<string>[]>",
      "readonly string[]",
    ],
  }),
  row("array of booleans", {
    data: ["Array<Bool>", "Input<Array<Input<Bool>>>", "Output<Array<Output<Bool>>>", "Array<Bool>"],
    typescript: ["boolean[]", "Input<Input<boolean>[]>", "Output<Output<boolean>[]>", "boolean[]"],
  }),
  row("array of resources", {
    data: [
      "Array<ResourceReference>",
      "Input<Array<Input<ResourceReference>>>",
      "Output<Array<Output<ResourceReference>>>",
      "Array<ResourceReference>",
    ],
    typescript: ["Resource[]", "Input<Input<Resource>[]>", "Output<Output<Resource>[]>", "Resource[]"],
  }),
  row("array of any", {
    data: ["Array<Any>", "Input<Array<Input<Any>>>", "Output<Array<Output<Any>>>", "Array<Any>"],
    typescript: ["any[]", "Input<Input<any>[]>", "Output<Output<any>[]>", "any[]"],
  }),
  row("map", {
    data: ["Map<Number>", "Input<Map<Input<Number>>>", "Output<Map<Output<Number>>>", "Map<Number>"],
    typescript: [
      "Record<string, number>",
      "Input<Record<string, Input<number>>>",
      "Output<Record<string, Output<number>>>",
      "Record<string, number>",
    ],
  }),
  row("object", {
    data: [
      'Object<"name", String, "size", Number>',
      'Input<Object<"name", Input<String>, "size", Input<Number>>>',
      'Output<Object<"name", Output<String>, "size", Output<Number>>>',
      'Object<"name", String, "size", Number>',
    ],
    typescript: [
      "{ name: string; size: number }",
      "Input<{ name: Input<string>; size: Input<number> }>",
      "Output<{ name: Output<string>; size: Output<number> }>",
      "{ name: string; size: number }",
    ],
  }),
  row("object with optional fields", {
    data: [
      'Object<"name", String, "on"?, Bool, "tags"?, Array<String>>',
      'Input<Object<"name", Input<String>, "on"?, Input<Bool>, "tags"?, Input<Array<Input<String>>>>>',
      'Output<Object<"name", Output<String>, "on"?, Output<Bool>, "tags"?, Output<Array<Output<String>>>>>',
      'Object<"name", String, "on"?, Bool, "tags"?, Array<String>>',
    ],
    typescript: [
      "{ name: string; on?: boolean; tags?: string[] }",
      "Input<{ name: Input<string>; on?: Exclude<Input<boolean | undefined>, undefined>; tags?: Exclude<Input<Input<string>[] | undefined>, undefined> }>",
      "Output<{ name: Output<string>; on?: Output<boolean | undefined>; tags?: Output<Output<string>[] | undefined> }>",
      "{ name: string; on?: boolean; tags?: string[] }",
    ],
  }),
  row("object with an optional Output", {
    data: [
      'Object<"arn"?, Output<String>>',
      'Input<Object<"arn"?, Input<String>>>',
      'Output<Object<"arn"?, Output<String>>>',
      'Object<"arn"?, String>',
    ],
    typescript: [
      "{ arn?: Output<string> }",
      "Input<{ arn?: Exclude<Input<string | undefined>, undefined> }>",
      "Output<{ arn?: Output<string | undefined> }>",
      "{ arn?: string }",
    ],
  }),
  row("object that holds a function", {
    data: [
      'Object<"f", Any>',
      'Input<Object<"f", Input<Any>>>',
      'Output<Object<"f", Output<Any>>>',
      'Object<"f", Any>',
    ],
    typescript: [
      "{ f: () => void }",
      "Input<{ f: Input<() => void> }>",
      "Output<{ f: Output<() => void> }>",
      "{ f: () => void }",
    ],
  }),

  ...unionRows,

  row("array of arrays", {
    data: [
      "Array<Array<Number>>",
      "Input<Array<Input<Array<Input<Number>>>>>",
      "Output<Array<Output<Array<Output<Number>>>>>",
      "Array<Array<Number>>",
    ],
    typescript: [
      "number[][]",
      "Input<Input<Input<number>[]>[]>",
      "Output<Output<Output<number>[]>[]>",
      "number[][]",
    ],
  }),
  row("array of a union", {
    data: [
      "Array<Union<String, Number>>",
      "Input<Array<Input<Union<Input<String>, Input<Number>>>>>",
      "Output<Array<Output<Union<Output<String>, Output<Number>>>>>",
      "Array<Union<String, Number>>",
    ],
    typescript: [
      "(string | number)[]",
      "Input<Input<Input<string> | Input<number>>[]>",
      "Output<Output<Output<string> | Output<number>>[]>",
      "(string | number)[]",
    ],
  }),
  row("map of arrays of objects", {
    data: [
      'Map<Array<Object<"body", Asset>>>',
      'Input<Map<Input<Array<Input<Object<"body", Input<Asset>>>>>>>',
      'Output<Map<Output<Array<Output<Object<"body", Output<Asset>>>>>>>',
      'Map<Array<Object<"body", Asset>>>',
    ],
    typescript: [
      "Record<string, { body: asset.TextAsset }[]>",
      "Input<Record<string, Input<Input<{ body: Input<asset.TextAsset> }>[]>>>",
      "Output<Record<string, Output<Output<{ body: Output<asset.TextAsset> }>[]>>>",
      "Record<string, { body: asset.TextAsset }[]>",
    ],
  }),
  row("tuple of an object and a map", {
    data: [
      'Tuple<Object<"on", Bool>, Map<Null>>',
      'Input<Tuple<Input<Object<"on", Input<Bool>>>, Input<Map<Input<Null>>>>>',
      'Output<Tuple<Output<Object<"on", Output<Bool>>>, Output<Map<Output<Null>>>>>',
      'Tuple<Object<"on", Bool>, Map<Null>>',
    ],
    typescript: [
      "[{ on: boolean }, Record<string, null>]",
      "Input<[Input<{ on: Input<boolean> }>, Input<Record<string, Input<null>>>]>",
      "Output<[Output<{ on: Output<boolean> }>, Output<Record<string, Output<null>>>]>",
      "[{ on: boolean }, Record<string, null>]",
    ],
  }),

  row("Output", {
    data: ["Output<String>", "Input<String>", "Output<String>", "String"],
    typescript: ["Output<string>", "Input<string>", "Output<string>", "string"],
  }),
  row("Output of an Output", {
    data: ["Output<Output<Number>>", "Input<Number>", "Output<Number>", "Number"],
    typescript: ["Output<Output<number>>", "Input<number>", "Output<number>", "number"],
  }),
  row("Promise", {
    data: ["Promise<Bool>", "Input<Bool>", "Output<Bool>", "Bool"],
    typescript: ["Promise<boolean>", "Input<boolean>", "Output<boolean>", "boolean"],
  }),
  row("Promise of an Output", {
    data: ["Promise<Output<String>>", "Input<String>", "Output<String>", "String"],
    typescript: ["Promise<Output<string>>", "Input<string>", "Output<string>", "string"],
  }),
  row("Output of an array", {
    data: [
      "Output<Array<String>>",
      "Input<Array<Input<String>>>",
      "Output<Array<Output<String>>>",
      "Array<String>",
    ],
    typescript: ["Output<string[]>", "Input<Input<string>[]>", "Output<Output<string>[]>", "string[]"],
  }),
  row("Output of an array of Promises", {
    data: [
      "Output<Array<Promise<String>>>",
      "Input<Array<Input<String>>>",
      "Output<Array<Output<String>>>",
      "Array<String>",
    ],
    typescript: [
      "Output<Promise<string>[]>",
      "Input<Input<string>[]>",
      "Output<Output<string>[]>",
      "string[]",
    ],
  }),
  row("array of Outputs", {
    data: [
      "Array<Output<String>>",
      "Input<Array<Input<String>>>",
      "Output<Array<Output<String>>>",
      "Array<String>",
    ],
    typescript: ["Output<string>[]", "Input<Input<string>[]>", "Output<Output<string>[]>", "string[]"],
  }),
  row("object of Outputs", {
    data: [
      'Object<"id", Output<String>, "zones", Promise<Array<Output<String>>>>',
      'Input<Object<"id", Input<String>, "zones", Input<Array<Input<String>>>>>',
      'Output<Object<"id", Output<String>, "zones", Output<Array<Output<String>>>>>',
      'Object<"id", String, "zones", Array<String>>',
    ],
    typescript: [
      "{ id: Output<string>; zones: Promise<Output<string>[]> }",
      "Input<{ id: Input<string>; zones: Input<Input<string>[]> }>",
      "Output<{ id: Output<string>; zones: Output<Output<string>[]> }>",
      "{ id: string; zones: string[] }",
    ],
  }),
  row("Output of a union", {
    data: [
      "Output<Union<String, Array<Number>>>",
      "Input<Union<Input<String>, Input<Array<Input<Number>>>>>",
      "Output<Union<Output<String>, Output<Array<Output<Number>>>>>",
      "Union<String, Array<Number>>",
    ],
    typescript: [
      "Output<string | number[]>",
      "Input<Input<string> | Input<Input<number>[]>>",
      "Output<Output<string> | Output<Output<number>[]>>",
      "string | number[]",
    ],
  }),
  row("Output of any", {
    data: ["Output<Any>", "Input<Any>", "Output<Any>", "Any"],
    typescript: ["Output<any>", "Input<any>", "Output<any>", "any"],
  }),
  row("Input", {
    data: ["Input<String>", "Input<String>", "Output<String>", "String"],
    typescript: ["Input<string>", "Input<string>", "Output<string>", "string"],
  }),
  row("Input of an array of Inputs", {
    data: [
      "Input<Array<Input<String>>>",
      "Input<Array<Input<String>>>",
      "Output<Array<Output<String>>>",
      "Array<String>",
    ],
    typescript: ["Input<Input<string>[]>", "Input<Input<string>[]>", "Output<Output<string>[]>", "string[]"],
  }),
  row("union of a type and its Output", {
    data: ["Union<Number, Output<Number>>", "Input<Number>", "Output<Number>", "Number"],
    typescript: ["number | Output<number>", "Input<number>", "Output<number>", "number"],
  }),
];

function leaf(name: string, data: string, typescript: string): ShapeRow {
  return row(name, {
    data: [data, `Input<${data}>`, `Output<${data}>`, data],
    typescript: [typescript, `Input<${typescript}>`, `Output<${typescript}>`, typescript],
  });
}
