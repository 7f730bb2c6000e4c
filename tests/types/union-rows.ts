import { row, type ShapeRow } from "./shape-row.js";

/** The rows of `shape-table.ts` that are unions. */
export const unionRows: readonly ShapeRow[] = [
  row("union", {
    data: [
      "Union<String, Number>",
      "Input<Union<Input<String>, Input<Number>>>",
      "Output<Union<Output<String>, Output<Number>>>",
      "Union<String, Number>",
    ],
    typescript: [
      "string | number",
      "Input<Input<string> | Input<number>>",
      "Output<Output<string> | Output<number>>",
      "string | number",
    ],
  }),
  row("union with null", {
    data: [
      "Union<String, Null>",
      "Input<Union<Input<String>, Input<Null>>>",
      "Output<Union<Output<String>, Output<Null>>>",
      "Union<String, Null>",
    ],
    typescript: [
      "string | null",
      "Input<Input<string> | Input<null>>",
      "Output<Output<string> | Output<null>>",
      "string | null",
    ],
  }),
  row("union with boolean", {
    data: [
      "Union<Bool, String>",
      "Input<Union<Input<Bool>, Input<String>>>",
      "Output<Union<Output<Bool>, Output<String>>>",
      "Union<Bool, String>",
    ],
    typescript: [
      "boolean | string",
      "Input<Input<boolean> | Input<string>>",
      "Output<Output<boolean> | Output<string>>",
      "boolean | string",
    ],
  }),
  row("union of a string and an array", {
    data: [
      "Union<String, Array<Number>>",
      "Input<Union<Input<String>, Input<Array<Input<Number>>>>>",
      "Output<Union<Output<String>, Output<Array<Output<Number>>>>>",
      "Union<String, Array<Number>>",
    ],
    typescript: [
      "string | number[]",
      "Input<Input<string> | Input<Input<number>[]>>",
      "Output<Output<string> | Output<Output<number>[]>>",
      "string | number[]",
    ],
  }),
  row("union of two enums", {
    data: [
      'Union<Enum<String, "on", "off">, Enum<Number, 0, 1>>',
      'Input<Union<Input<Enum<String, "on", "off">>, Input<Enum<Number, 0, 1>>>>',
      'Output<Union<Output<Enum<String, "on", "off">>, Output<Enum<Number, 0, 1>>>>',
      'Union<Enum<String, "on", "off">, Enum<Number, 0, 1>>',
    ],
    typescript: [
      '"on" | "off" | 0 | 1',
      'Input<Input<"on" | "off"> | Input<0 | 1>>',
      'Output<Output<"on" | "off"> | Output<0 | 1>>',
      '"on" | "off" | 0 | 1',
    ],
  }),
  row("union of an asset and a string", {
    data: [
      "Union<Asset, String>",
      "Input<Union<Input<Asset>, Input<String>>>",
      "Output<Union<Output<Asset>, Output<String>>>",
      "Union<Asset, String>",
    ],
    typescript: [
      "asset.TextAsset | string",
      "Input<Input<asset.TextAsset> | Input<string>>",
      "Output<Output<asset.TextAsset> | Output<string>>",
      "asset.TextAsset | string",
    ],
  }),
  row("union of a resource and a string", {
    data: [
      "Union<ResourceReference, String>",
      "Input<Union<Input<ResourceReference>, Input<String>>>",
      "Output<Union<Output<ResourceReference>, Output<String>>>",
      "Union<ResourceReference, String>",
    ],
    typescript: [
      "Resource | string",
      "Input<Input<Resource> | Input<string>>",
      "Output<Output<Resource> | Output<string>>",
      "Resource | string",
    ],
  }),
  row("union of two arrays", {
    data: [
      "Union<Array<String>, Array<Number>>",
      "Input<Union<Input<Array<Input<String>>>, Input<Array<Input<Number>>>>>",
      "Output<Union<Output<Array<Output<String>>>, Output<Array<Output<Number>>>>>",
      "Union<Array<String>, Array<Number>>",
    ],
    typescript: [
      "string[] | number[]",
      "Input<Input<Input<string>[]> | Input<Input<number>[]>>",
      "Output<Output<Output<string>[]> | Output<Output<number>[]>>",
      "string[] | number[]",
    ],
  }),
  row("union of Outputs", {
    data: [
      "Union<Output<String>, Promise<Array<Output<Number>>>>",
      "Input<Union<Input<String>, Input<Array<Input<Number>>>>>",
      "Output<Union<Output<String>, Output<Array<Output<Number>>>>>",
      "Union<String, Array<Number>>",
    ],
    typescript: [
      "Output<string> | Promise<Output<number>[]>",
      "Input<Input<string> | Input<Input<number>[]>>",
      "Output<Output<string> | Output<Output<number>[]>>",
      "string | number[]",
    ],
  }),
  row("input shape of a union", {
    data: [
      "Input<Union<Input<String>, Input<Array<Input<Number>>>>>",
      "Input<Union<Input<String>, Input<Array<Input<Number>>>>>",
      "Output<Union<Output<String>, Output<Array<Output<Number>>>>>",
      "Union<String, Array<Number>>",
    ],
    typescript: [
      "Input<Input<string> | Input<Input<number>[]>>",
      "Input<Input<string> | Input<Input<number>[]>>",
      "Output<Output<string> | Output<Output<number>[]>>",
      "string | number[]",
    ],
  }),
  row("object with a union that may be missing", {
    data: [
      'Object<"port"?, Union<String, Number>>',
      'Input<Object<"port"?, Input<Union<Input<String>, Input<Number>>>>>',
      'Output<Object<"port"?, Output<Union<Output<String>, Output<Number>>>>>',
      'Object<"port"?, Union<String, Number>>',
    ],
    typescript: [
      "{ port?: string | number }",
      "Input<{ port?: Exclude<Input<Input<string> | Input<number> | undefined>, undefined> }>",
      "Output<{ port?: Output<Output<string> | Output<number> | undefined> }>",
      "{ port?: string | number }",
    ],
  }),
  row("union of an enum and an array", {
    data: [
      'Union<Enum<String, "all", "none">, Array<String>>',
      'Input<Union<Input<Enum<String, "all", "none">>, Input<Array<Input<String>>>>>',
      'Output<Union<Output<Enum<String, "all", "none">>, Output<Array<Output<String>>>>>',
      'Union<Enum<String, "all", "none">, Array<String>>',
    ],
    typescript: [
      '"all" | "none" | string[]',
      'Input<Input<"all" | "none"> | Input<Input<string>[]>>',
      'Output<Output<"all" | "none"> | Output<Output<string>[]>>',
      '"all" | "none" | string[]',
    ],
  }),
  row("union of objects", {
    data: [
      'Union<Object<"path", String>, Object<"port", Number>>',
      'Input<Union<Input<Object<"path", Input<String>>>, Input<Object<"port", Input<Number>>>>>',
      'Output<Union<Output<Object<"path", Output<String>>>, Output<Object<"port", Output<Number>>>>>',
      'Union<Object<"path", String>, Object<"port", Number>>',
    ],
    typescript: [
      "{ path: string } | { port: number }",
      "Input<Input<{ path: Input<string> }> | Input<{ port: Input<number> }>>",
      "Output<Output<{ path: Output<string> }> | Output<{ port: Output<number> }>>",
      "{ path: string } | { port: number }",
    ],
  }),
];
