import * as coconut from "@coconut/coconut";
import type { Input, InputShape, Output, OutputShape, PlainShape } from "@coconut/coconut";
import {
  inputShape,
  outputShape,
  parseType,
  plainShape,
  printType,
  secretOf,
  unknown,
} from "@coconut/coconut/model";
import { testProgram } from "@coconut/coconut/testing";
import { expect, expectTypeOf } from "vitest";
import { Bucket } from "./bucket.js";
import { applied } from "./evaluate.js";
import { spec } from "./ledger.js";

const inputShapeOf = (type: string) => printType(inputShape(parseType(type)));
const outputShapeOf = (type: string) => printType(outputShape(parseType(type)));
const plainShapeOf = (type: string) => printType(plainShape(parseType(type)));

spec("4.102", async () => {
  expectTypeOf<string[]>().toExtend<Input<string[]>>();
  expectTypeOf<Output<string[]>>().toExtend<Input<string[]>>();
  const admitted: Input<string[]>[] = [["a"], coconut.output(["a"])];
  expect((await applied(() => admitted)).value).toEqual([["a"], ["a"]]);
});

spec("4.103", () => {
  expectTypeOf<Output<string>[]>().not.toExtend<Input<string[]>>();
  expectTypeOf<Output<Output<string>[]>>().not.toExtend<Input<string[]>>();
  expect(inputShapeOf("Array<String>")).not.toBe(printType(parseType("Input<Array<String>>")));
});

spec("4.104", async () => {
  type Pushed = InputShape<string[]>;
  expectTypeOf<Pushed>().toEqualTypeOf<Input<Input<string>[]>>();
  expectTypeOf<string[] | Output<string[]>>().toExtend<Pushed>();
  expectTypeOf<Output<string>[] | Output<Output<string>[]>>().toExtend<Pushed>();
  const a = coconut.output("a");
  const admitted: Pushed[] = [["a"], coconut.output(["a"]), [a], coconut.output([a])];
  expect((await applied(() => admitted)).value).toEqual([["a"], ["a"], ["a"], ["a"]]);
});

spec("4.105", () => {
  expect(inputShapeOf('Map<Array<Object<"port", Number>>>')).toBe(
    'Input<Map<Input<Array<Input<Object<"port", Input<Number>>>>>>>',
  );
  expectTypeOf<InputShape<Record<string, { port: number }[]>>>().toEqualTypeOf<
    Input<Record<string, Input<Input<{ port: Input<number> }>[]>>>
  >();
});

spec("4.106", () => {
  expect(inputShapeOf("Tuple<String, Number>")).toBe("Input<Tuple<Input<String>, Input<Number>>>");
  expectTypeOf<InputShape<[string, number]>>().toEqualTypeOf<Input<[Input<string>, Input<number>]>>();
});

spec("4.107", () => {
  expect(inputShapeOf("Array<String>")).toBe("Input<Array<Input<String>>>");
  expectTypeOf<InputShape<string[]>>().toEqualTypeOf<Input<Input<string>[]>>();
});

spec("4.108", () => {
  expect(inputShapeOf("Map<Number>")).toBe("Input<Map<Input<Number>>>");
  expectTypeOf<InputShape<Record<string, number>>>().toEqualTypeOf<Input<Record<string, Input<number>>>>();
});

spec("4.109", () => {
  expect(inputShapeOf('Object<"name", String, "size", Number>')).toBe(
    'Input<Object<"name", Input<String>, "size", Input<Number>>>',
  );
  expectTypeOf<InputShape<{ name: string; size: number }>>().toEqualTypeOf<
    Input<{ name: Input<string>; size: Input<number> }>
  >();
});

spec("4.110", () => {
  expect(inputShapeOf("Union<String, Array<Number>>")).toBe(
    "Input<Union<Input<String>, Input<Array<Input<Number>>>>>",
  );
  type Shape = InputShape<string | number[]>;
  expectTypeOf<InputShape<string> | InputShape<number[]>>().toExtend<Shape>();
  expectTypeOf<Shape>().toEqualTypeOf<Input<InputShape<string> | InputShape<number[]>>>();
  expectTypeOf<Output<string | number[]>>().toExtend<Shape>();
  expectTypeOf<Output<Output<string>>>().toExtend<Shape>();
  expectTypeOf<Output<Output<Output<number>[]>>>().toExtend<Shape>();
  expectTypeOf<Output<Output<boolean>>>().not.toExtend<Shape>();
  expectTypeOf<Output<boolean>>().not.toExtend<Shape>();
});

spec("4.111", () => {
  expect(inputShapeOf("Promise<Array<String>>")).toBe("Input<Array<Input<String>>>");
  expectTypeOf<InputShape<Promise<string[]>>>().toEqualTypeOf<InputShape<string[]>>();
});

spec("4.112", () => {
  expect(inputShapeOf("Output<Array<String>>")).toBe("Input<Array<Input<String>>>");
  expectTypeOf<InputShape<Output<string[]>>>().toEqualTypeOf<InputShape<string[]>>();
});

const leaves = ["Null", "Bool", "Number", "String", "Asset", "Archive", "ResourceReference", "Any"];

spec("4.113", () => {
  for (const leaf of leaves) expect(inputShapeOf(leaf)).toBe(`Input<${leaf}>`);
  expectTypeOf<InputShape<boolean>>().toEqualTypeOf<Input<boolean>>();
  expectTypeOf<InputShape<"on" | "off">>().toEqualTypeOf<Input<"on" | "off">>();
  expectTypeOf<InputShape<Bucket>>().toEqualTypeOf<Input<Bucket>>();
});

spec("4.114", async () => {
  expect(outputShapeOf('Map<Array<Object<"port", Number>>>')).toBe(
    'Output<Map<Output<Array<Output<Object<"port", Output<Number>>>>>>>',
  );
  expectTypeOf<OutputShape<{ port: number }[]>>().toEqualTypeOf<Output<Output<{ port: Output<number> }>[]>>();
  const program = await testProgram(() => new Bucket("logs"));
  const { tags } = program.registrations[0]!.resource as Bucket;
  const partly = program.applied({ logs: { tags: { owner: "ops", team: unknown } } });
  expect(await partly.value(tags.owner)).toMatchObject({ known: true, value: "ops" });
  expect(await partly.value(tags.team)).toMatchObject({ known: false });
});

spec("4.115", () => {
  expect(outputShapeOf("Tuple<String, Number>")).toBe("Output<Tuple<Output<String>, Output<Number>>>");
  expectTypeOf<OutputShape<[string, number]>>().toEqualTypeOf<Output<[Output<string>, Output<number>]>>();
});

spec("4.116", () => {
  expect(outputShapeOf("Array<String>")).toBe("Output<Array<Output<String>>>");
  expectTypeOf<OutputShape<string[]>>().toEqualTypeOf<Output<Output<string>[]>>();
});

spec("4.117", () => {
  expect(outputShapeOf("Map<Number>")).toBe("Output<Map<Output<Number>>>");
  expectTypeOf<OutputShape<Record<string, number>>>().toEqualTypeOf<Output<Record<string, Output<number>>>>();
});

spec("4.118", () => {
  expect(outputShapeOf('Object<"name", String, "size", Number>')).toBe(
    'Output<Object<"name", Output<String>, "size", Output<Number>>>',
  );
  expectTypeOf<OutputShape<{ name: string; size: number }>>().toEqualTypeOf<
    Output<{ name: Output<string>; size: Output<number> }>
  >();
});

spec("4.119", () => {
  expect(outputShapeOf("Union<String, Array<Number>>")).toBe(
    "Output<Union<Output<String>, Output<Array<Output<Number>>>>>",
  );
  expectTypeOf<OutputShape<string | number[]>>().toEqualTypeOf<
    Output<Output<string> | Output<Output<number>[]>>
  >();
  expectTypeOf<OutputShape<string | number[]>>().toEqualTypeOf<
    Output<OutputShape<string> | OutputShape<number[]>>
  >();
});

spec("4.120", () => {
  expect(outputShapeOf("Promise<Array<String>>")).toBe("Output<Array<Output<String>>>");
  expectTypeOf<OutputShape<Promise<string[]>>>().toEqualTypeOf<OutputShape<string[]>>();
});

spec("4.121", () => {
  expect(outputShapeOf("Output<Array<String>>")).toBe("Output<Array<Output<String>>>");
  expectTypeOf<OutputShape<Output<string[]>>>().toEqualTypeOf<OutputShape<string[]>>();
});

spec("4.122", () => {
  for (const leaf of leaves) expect(outputShapeOf(leaf)).toBe(`Output<${leaf}>`);
  expectTypeOf<OutputShape<boolean>>().toEqualTypeOf<Output<boolean>>();
  expectTypeOf<OutputShape<Bucket>>().toEqualTypeOf<Output<Bucket>>();
});

class Firewall extends coconut.CustomResource {
  readonly rules!: OutputShape<{ port: number; key: string }[]>;
}
const firewall = () => new Firewall("net:index:Firewall", "wall");

spec("4.123", async () => {
  const { value } = await applied(
    () => {
      const { port } = firewall().rules[0]!;
      expectTypeOf(port).toEqualTypeOf<Output<number>>();
      expect(coconut.isOutput(port)).toBe(true);
      return port;
    },
    { wall: { rules: [{ port: 443 }] } },
  );
  expect(value).toBe(443);
});

spec("4.124", async () => {
  const program = await testProgram(firewall);
  const { rules } = program.registrations[0]!.resource as Firewall;
  const after = program.applied({ wall: { rules: [{ port: 443, key: secretOf("k") }] } });
  expect(await after.value(rules[0]!.port)).toMatchObject({ value: 443, secret: false });
  expect(await after.value(rules[0]!.key)).toMatchObject({ value: "k", secret: true });
  const unwrapped = coconut.unwrap(rules);
  expectTypeOf(unwrapped).toEqualTypeOf<Output<{ port: number; key: string }[]>>();
  expect(await after.value(unwrapped)).toMatchObject({ value: [{ port: 443, key: "k" }], secret: true });
});

spec("4.125", () => {
  const types = ["String", "Tuple<String, Bool>", "Map<Array<Number>>", 'Object<"a", Union<String, Null>>'];
  for (const type of types) {
    expect(plainShapeOf(inputShapeOf(type))).toBe(type);
    expect(plainShapeOf(outputShapeOf(type))).toBe(type);
  }
  type Sample = { list: [string, boolean][]; map: Record<string, number | null> };
  expectTypeOf<PlainShape<InputShape<Sample>>>().toEqualTypeOf<Sample>();
  expectTypeOf<PlainShape<OutputShape<Sample>>>().toEqualTypeOf<Sample>();
});

spec("4.126", () => {
  expect(plainShapeOf('Output<Array<Output<Object<"a", Promise<Output<String>>>>>>')).toBe(
    'Array<Object<"a", String>>',
  );
  expectTypeOf<PlainShape<Output<Output<{ a: Promise<Output<string>> }>[]>>>().toEqualTypeOf<
    { a: string }[]
  >();
});

spec("4.127", () => {
  expect(plainShapeOf("Tuple<Output<String>, Number>")).toBe("Tuple<String, Number>");
  expectTypeOf<PlainShape<[Output<string>, number]>>().toEqualTypeOf<[string, number]>();
});

spec("4.128", () => {
  expect(plainShapeOf("Array<Output<String>>")).toBe("Array<String>");
  expectTypeOf<PlainShape<Output<string>[]>>().toEqualTypeOf<string[]>();
});

spec("4.129", () => {
  expect(plainShapeOf("Map<Output<Number>>")).toBe("Map<Number>");
  expectTypeOf<PlainShape<Record<string, Output<number>>>>().toEqualTypeOf<Record<string, number>>();
});

spec("4.130", () => {
  expect(plainShapeOf('Object<"name", Output<String>, "size", Number>')).toBe(
    'Object<"name", String, "size", Number>',
  );
  expectTypeOf<PlainShape<{ name: Output<string>; size: number }>>().toEqualTypeOf<{
    name: string;
    size: number;
  }>();
});

spec("4.131", () => {
  expect(plainShapeOf("Union<Output<String>, Array<Output<Number>>>")).toBe("Union<String, Array<Number>>");
  expectTypeOf<PlainShape<Output<string> | Output<number>[]>>().toEqualTypeOf<string | number[]>();
});

spec("4.132", () => {
  expect(plainShapeOf("Promise<Array<Output<String>>>")).toBe("Array<String>");
  expectTypeOf<PlainShape<Promise<Output<string>[]>>>().toEqualTypeOf<string[]>();
});

spec("4.133", () => {
  expect(plainShapeOf("Output<Array<Output<String>>>")).toBe("Array<String>");
  expectTypeOf<PlainShape<Output<Output<string>[]>>>().toEqualTypeOf<string[]>();
});

spec("4.134", () => {
  for (const leaf of leaves) expect(plainShapeOf(leaf)).toBe(leaf);
  expectTypeOf<PlainShape<boolean>>().toEqualTypeOf<boolean>();
  expectTypeOf<PlainShape<"on" | "off">>().toEqualTypeOf<"on" | "off">();
  expectTypeOf<PlainShape<Bucket>>().toEqualTypeOf<Bucket>();
});

spec("4.135", async () => {
  const { value } = await applied(() => {
    const nested = [coconut.output("a"), { list: [coconut.output(1)] }] as const;
    const both = coconut.all(nested);
    expectTypeOf(both).toExtend<Output<[string, { readonly list: readonly [number] }]>>();
    return both;
  });
  expect(value).toEqual(["a", { list: [1] }]);
});
