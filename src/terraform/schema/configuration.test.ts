import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryValue } from "../../../tests/support/arbitrary-value.js";
import { block, cty, ctyType, nested, type Plain } from "../../../tests/support/terraform-schema.js";
import {
  assetOf,
  archiveOf,
  ephemeralOf,
  referenceTo,
  secretOf,
  unknown,
  type Value,
  type ValueObject,
} from "../../model/index.js";
import { checkConforms, ctyUnknown, Decimal, Dynamic, type CtyObject, type CtyValue } from "../cty/index.js";
import { configurationOf } from "./configuration.js";
import { deepestDynamic } from "./infer-dynamic.js";
import type { Marks } from "./marks.js";
import type { Block } from "./schema.js";

function configured(schema: Block, inputs: ValueObject): { value: CtyObject; marks: Marks } {
  const result = configurationOf(schema, inputs);
  if (result.kind === "faults") throw new Error(JSON.stringify(result.faults));
  return result;
}

function faultsOf(schema: Block, inputs: ValueObject): readonly string[] {
  const result = configurationOf(schema, inputs);
  if (result.kind === "configured") return [];
  return result.faults.map(({ path, text, hint }) => [`${path}: ${text}`, hint].filter(Boolean).join(" | "));
}

const types = block({
  text: ["string"],
  count: ["number"],
  enabled: ["bool"],
  names: [["list", "string"]],
  ports: [["set", "number"]],
  tags: [["map", "string"]],
  pair: [["tuple", ["string", "number"]]],
  shape: [["object", { inner_name: "string", other: "number" }]],
  any_thing: ["dynamic"],
  anys: [["list", "dynamic"]],
});

describe("attributes", () => {
  test.each<[attribute: string, given: Value, expected: Plain]>([
    ["text", "x", "x"],
    ["text", null, null],
    ["text", undefined, null],
    ["text", 12, "12"],
    ["text", 1e21, "1000000000000000000000"],
    ["text", 0.5, "0.5"],
    ["text", true, "true"],
    ["text", "e\u0301", "\u00e9"],
    ["text", unknown, ctyUnknown],
    ["count", 3, 3],
    ["count", "3", 3],
    ["count", "0.25", 0.25],
    ["count", "9007199254740993", 9007199254740993n],
    ["count", "0.12345678901234567890123", new Decimal("0.12345678901234567890123")],
    ["count", -0, 0],
    ["enabled", false, false],
    ["enabled", "true", true],
    ["enabled", "false", false],
    ["names", ["a", null, unknown, undefined], ["a", null, ctyUnknown, null]],
    ["names", [], []],
    ["names", unknown, ctyUnknown],
    ["ports", [1, "1", 2, 1], [1, 2]],
    ["ports", [unknown, unknown], [ctyUnknown, ctyUnknown]],
    ["tags", { aB_c: 1, d: null, e: undefined }, { aB_c: "1", d: null }],
    ["tags", { "e\u0301": "x" }, { "\u00e9": "x" }],
    ["pair", ["a", "1"], ["a", 1]],
    ["shape", { innerName: "a" }, { inner_name: "a", other: null }],
    ["shape", { inner_name: "a", other: 1 }, { inner_name: "a", other: 1 }],
    ["anys", ["a", "b"], [new Dynamic(ctyType("string"), "a"), new Dynamic(ctyType("string"), "b")]],
  ])("%s from %o", (name, given, expected) => {
    expect(configured(types, { [name]: given }).value.get(name)).toEqual(cty(expected));
  });

  test("every attribute is there, and camelCase is the spelling of programs", () => {
    expect(configured(block({ a_b: ["string"], c: ["number"] }), { aB: "x" }).value).toEqual(
      cty({ a_b: "x", c: null }),
    );
  });

  test("`__proto__` is an ordinary key of a map", () => {
    const tags = Object.fromEntries([["__proto__", "x"]]);
    expect(configured(types, { tags }).value.get("tags")).toEqual(new Map([["__proto__", "x"]]));
  });
});

describe("dynamic attributes have the type of the literal", () => {
  test.each<[given: Value, expected: CtyValue]>([
    [null, null],
    [unknown, ctyUnknown],
    ["x", new Dynamic(ctyType("string"), "x")],
    [1, new Dynamic(ctyType("number"), 1)],
    [true, new Dynamic(ctyType("bool"), true)],
    [[], new Dynamic(ctyType(["tuple", []]), [])],
    [["a", 1, null], new Dynamic(ctyType(["tuple", ["string", "number", "dynamic"]]), ["a", 1, null])],
    [
      { some_key: { aB: unknown } },
      new Dynamic(
        ctyType(["object", { some_key: ["object", { aB: "dynamic" }] }]),
        cty({ some_key: { aB: ctyUnknown } }),
      ),
    ],
  ])("%o", (given, expected) => {
    expect(configured(types, { anyThing: given }).value.get("any_thing")).toEqual(expected);
  });

  test("the depth is limited", () => {
    const nest = (depth: number) => Array.from({ length: depth }).reduce<Value>((inner) => [inner], "x");
    expect(faultsOf(types, { anyThing: nest(deepestDynamic) })).toEqual([]);
    expect(faultsOf(types, { anyThing: nest(100_000) })[0]).toContain("nested more than 200 levels deep");
  });
});

const port = block({ from_port: ["number", "required"], note: ["string"] });
const blocks = block(
  {},
  {
    single: { nesting: "single", block: port },
    group: { nesting: "group", block: block({ a_b: ["string"] }) },
    rule: { nesting: "list", block: port },
    one_rule: { nesting: "list", block: port, maxItems: 1 },
    rule_set: { nesting: "set", block: port },
    named: { nesting: "map", block: port },
  },
);

describe("blocks", () => {
  test("absent blocks are empty", () => {
    expect(configured(blocks, { rule: null }).value).toEqual(
      cty({ single: null, group: { a_b: null }, rule: [], one_rule: [], rule_set: [], named: {} }),
    );
  });

  const one = { from_port: 1, note: null };
  const unknownPort = { from_port: ctyUnknown, note: ctyUnknown };
  test.each<[name: string, given: Value, expected: Plain]>([
    ["single", { fromPort: 1 }, one],
    ["single", unknown, ctyUnknown],
    ["group", { aB: "x" }, { a_b: "x" }],
    ["rule", [{ fromPort: 1 }, { fromPort: 1 }], [one, one]],
    ["rule", [{ fromPort: unknown }, unknown], [{ from_port: ctyUnknown, note: null }, unknownPort]],
    ["rule", unknown, ctyUnknown],
    ["one_rule", [{ fromPort: 1 }], [one]],
    ["one_rule", { fromPort: 1 }, [one]],
    ["rule_set", [{ fromPort: 1 }, { fromPort: "1" }], [one]],
    ["named", { some_key: { fromPort: 1 } }, { some_key: one }],
  ])("%s from %o", (name, given, expected) => {
    expect(configured(blocks, { [name]: given }).value.get(name)).toEqual(cty(expected));
  });

  test("an unknown element is a block with unknown attributes and blocks", () => {
    const inner = block(
      { a: ["string"], made: ["string", "computed"] },
      { deeper: { nesting: "list", block: block({}), minItems: 1 } },
    );
    const schema = block({}, { items: { nesting: "set", block: inner } });
    expect(configured(schema, { items: [secretOf(unknown)] }).value).toEqual(
      cty({ items: [{ a: ctyUnknown, made: null, deeper: ctyUnknown }] }),
    );
  });

  test("lists and maps of blocks with dynamic attributes are tuples and objects", () => {
    const inner = block({ any: ["dynamic"], n: ["number"] });
    const schema = block(
      {},
      { items: { nesting: "list", block: inner }, named: { nesting: "map", block: inner } },
    );
    const { type } = inner;
    const text = new Dynamic(ctyType("string"), "x");
    expect(configured(schema, { items: [{ any: "x" }, { n: 1 }], named: { k: { any: "x" } } }).value).toEqual(
      cty({
        items: new Dynamic({ kind: "tuple", elements: [type, type] }, [
          cty({ any: text, n: null }),
          cty({ any: null, n: 1 }),
        ]),
        named: new Dynamic(
          { kind: "object", attributes: new Map([["k", type]]) },
          cty({ k: { any: text, n: null } }),
        ),
      }),
    );
    expect(configured(schema, {}).value.get("items")).toEqual(
      new Dynamic({ kind: "tuple", elements: [] }, []),
    );
  });
});

describe("attributes with a nested type", () => {
  const schema = block({
    one: [nested("single", { a_b: ["string", "required"] })],
    many: [nested("list", { a_b: ["string"] })],
    unordered: [nested("set", { a_b: ["string"] })],
    named: [nested("map", { a_b: ["string"] })],
  });

  test.each<[name: string, given: Value, expected: Plain]>([
    ["one", { aB: "x" }, { a_b: "x" }],
    ["many", null, null],
    ["many", [], []],
    ["many", [{ aB: "x" }, null], [{ a_b: "x" }, null]],
    ["unordered", [{ aB: "x" }, { a_b: "x" }], [{ a_b: "x" }]],
    ["named", { k_1: { aB: "x" } }, { k_1: { a_b: "x" } }],
  ])("%s from %o", (name, given, expected) => {
    expect(configured(schema, { [name]: given }).value.get(name)).toEqual(cty(expected));
  });

  test.each<[inputs: ValueObject, fault: string]>([
    [{ many: { aB: "x" } }, "many: Expected an array, but got an object."],
    [{ one: {} }, "one.aB: This attribute is required."],
  ])("%o is refused", (inputs, fault) => {
    expect(faultsOf(schema, inputs)).toEqual([fault]);
  });
});

describe("faults", () => {
  const schema = block(
    {
      instance_type: ["string", "required"],
      arn: ["string", "computed"],
      size: ["number"],
      enabled: ["bool"],
      tags: [["map", "string"]],
      any: ["dynamic"],
      anys: [["map", "dynamic"]],
      pair: [["tuple", ["string"]]],
      shape: [["object", { a_b: "string" }]],
      token: ["string", "writeOnly"],
    },
    {
      rule: { nesting: "list", block: port, maxItems: 2 },
      one: { nesting: "set", block: port, maxItems: 1 },
    },
  );
  const asset = assetOf({ text: "x" });
  const reference = referenceTo({ urn: "urn:pulumi:dev::shop::a:b::x", id: "1" });

  test.each<[inputs: ValueObject, ...faults: readonly string[]]>([
    [{ token: "x" }],
    [{ arn: null, typo: null }],
    [{ instanceType: null }, "instanceType: This attribute is required."],
    [{ instanceType: secretOf(null) }, "instanceType: This attribute is required."],
    [
      { instanceTyp: "x" },
      'instanceTyp: The schema has no attribute or block "instanceTyp" here. | Did you mean "instanceType"?',
    ],
    [
      { instance_type: "a", instanceType: "b" },
      'instanceType: "instanceType" and "instance_type" are two spellings of one attribute. | Keep only "instanceType".',
    ],
    [{ arn: "x" }, "arn: Only the provider sets this attribute. | Remove it from the inputs."],
    [{ size: "big" }, "size: Expected a number, but got a string."],
    [{ size: true }, "size: Expected a number, but got a boolean."],
    [{ size: Number.NaN }, "size: Expected a number, but got NaN, which is not a finite number."],
    [{ size: Infinity }, "size: Expected a number, but got Infinity, which is not a finite number."],
    [{ size: "Inf" }, "size: Expected a number, but got a string."],
    [{ any: [Number.NaN] }, "any[0]: Expected a plain value, but got NaN, which is not a finite number."],
    [
      { any: { a: reference } },
      "any.a: Expected a plain value, but got a resource. | Use an attribute of the resource, such as its `.id`.",
    ],
    [{ anys: { a: 1, b: "x" } }, "anys: All elements must have the same type, but they differ."],
    [{ enabled: 1 }, "enabled: Expected true or false, but got a number."],
    [{ enabled: "yes" }, "enabled: Expected true or false, but got a string."],
    [
      { token: reference },
      "token: Expected a string, but got a resource. | Use an attribute of the resource, such as its `.id`.",
    ],
    [
      { token: asset },
      "token: Expected a string, but got an asset. | Read the file in the program, or pass its path as a string.",
    ],
    [
      { token: archiveOf({ path: "x" }) },
      "token: Expected a string, but got an archive. | Pass the path of the archive as a string.",
    ],
    [{ tags: ["a"] }, "tags: Expected an object, but got an array."],
    [{ tags: { "a b": [] } }, 'tags["a b"]: Expected a string, but got an array.'],
    [{ pair: [] }, "pair: Expected an array with 1 elements, but it has 0."],
    [{ shape: { ab: 1 } }, 'shape.ab: The schema has no attribute or block "ab" here. | Did you mean "aB"?'],
    [{ rule: { fromPort: "x" } }, "rule.fromPort: Expected a number, but got a string."],
    [
      { rule: [{}, null] },
      "rule[0].fromPort: This attribute is required.",
      "rule[1]: Expected an object, but got null.",
    ],
    [
      { rule: [{ fromPort: 1 }, { fromPort: 2 }, { fromPort: 3 }] },
      "rule: Expected at most 2 elements, but there are 3.",
    ],
    [{ one: { fromPort: "x" } }, "one.fromPort: Expected a number, but got a string."],
    [{ one: "x" }, "one: Expected an object or an array of objects, but got a string."],
  ])("%o", (inputs, ...faults) => {
    const isMissing = !("instance_type" in inputs || "instanceType" in inputs || "instanceTyp" in inputs);
    const given = isMissing ? { ...inputs, instanceType: "x" } : inputs;
    expect(
      faultsOf(schema, given).filter((fault) => !("instanceTyp" in inputs) || fault.includes("instanceTyp:")),
    ).toEqual(faults);
  });

  test.each<[minItems: number, inputs: ValueObject, ...faults: readonly string[]]>([
    [1, {}, "rule: This block is required."],
    [1, { rule: [] }, "rule: Expected at least 1 element, but there are 0."],
    [2, { rule: [{}] }, "rule: Expected at least 2 elements, but there are 1."],
    [1, { rule: unknown }],
    [1, { rule: [unknown] }],
  ])("of at least %d blocks: %o", (minItems, inputs, ...faults) => {
    const needy = block({}, { rule: { nesting: "list", block: block({}), minItems } });
    expect(faultsOf(needy, inputs)).toEqual(faults);
  });

  test("the hint lists the names if none is near", () => {
    expect(
      faultsOf(block({ b_c: ["string"], a: ["string"], d: ["string", "computed"] }), { xyzzyx: 1 }),
    ).toEqual(['xyzzyx: The schema has no attribute or block "xyzzyx" here. | Available: a, bC']);
    expect(faultsOf(block({}), { x: 1 })[0]).toContain("Nothing can be configured here.");
  });

  test("faults inside a secret show neither its keys nor its values", () => {
    const tags = secretOf({ hidden: ["hidden"] });
    expect(faultsOf(types, { tags })).toEqual([
      "tags: Inside this secret value: Expected a string, but got an array.",
    ]);
    expect(faultsOf(types, { shape: secretOf({ hidden: 1 }) })).toEqual([
      "shape: Inside this secret value: The schema does not have one of its names.",
    ]);
    expect(faultsOf(types, { names: [secretOf([]), []] })).toEqual([
      "names[0]: Inside this secret value: Expected a string, but got an array.",
      "names[1]: Expected a string, but got an array.",
    ]);
  });

  test("huge inputs are read, and the number of faults is limited", () => {
    const many = Array.from({ length: 200_000 }, (_, index) => index);
    expect(configured(types, { ports: many }).value.get("ports")).toHaveLength(200_000);
    expect(faultsOf(types, { names: many.map(() => []) })).toHaveLength(100);
  });
});

describe("marks", () => {
  const secret = { whole: "secret" };
  const at = (...entries: readonly (readonly [string | number, unknown])[]) => ({ parts: new Map(entries) });
  test.each<[inputs: ValueObject, marks: unknown]>([
    [{ text: "x" }, {}],
    [{ text: secretOf("x") }, at(["text", secret])],
    [{ text: ephemeralOf("x") }, at(["text", { whole: "ephemeral" }])],
    [{ text: secretOf(unknown) }, at(["text", secret])],
    [{ names: ["a", secretOf("b")] }, at(["names", at([1, secret])])],
    [{ tags: { aB: secretOf("b") } }, at(["tags", at(["aB", secret])])],
    [{ ports: [1, secretOf(2)] }, at(["ports", secret])],
    [{ ports: [secretOf(1), ephemeralOf(2), secretOf(3)] }, at(["ports", { whole: "ephemeral" }])],
    [{ shape: { innerName: secretOf("x") } }, at(["shape", at(["inner_name", secret])])],
    [{ anyThing: { aB: [secretOf("x")] } }, at(["any_thing", at(["aB", at([0, secret])])])],
    [
      { shape: secretOf({ innerName: ephemeralOf("x") }) },
      at(["shape", { whole: "secret", ...at(["inner_name", { whole: "ephemeral" }]) }]),
    ],
  ])("%o", (inputs, marks) => {
    expect(configured(types, inputs).marks).toEqual(marks);
  });

  test("secrets are opened", () => {
    expect(configured(types, { names: secretOf(["a", secretOf("b")]) }).value.get("names")).toEqual([
      "a",
      "b",
    ]);
  });

  test("marks in a set of blocks are marks of the set; an object for a list with one block has index 0", () => {
    expect(configured(blocks, { ruleSet: [{ fromPort: 1, note: secretOf("x") }] }).marks).toEqual(
      at(["rule_set", secret]),
    );
    expect(configured(blocks, { oneRule: { fromPort: 1, note: secretOf("x") } }).marks).toEqual(
      at(["one_rule", at([0, at(["note", secret])])]),
    );
  });
});

test("any value at any place gives faults, or a value of the type", () => {
  const names = [...types.attributes.keys(), ...blocks.blocks.keys()];
  const schema = block(
    {
      text: ["string"],
      count: ["number"],
      names: [["list", "string"]],
      ports: [["set", "number"]],
      tags: [["map", "dynamic"]],
      any_thing: ["dynamic"],
    },
    {
      single: { nesting: "single", block: types },
      rule: { nesting: "list", block: types },
      named: { nesting: "map", block: port },
    },
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), arbitraryValue()), (inputs) => {
      const result = configurationOf(schema, inputs);
      if (result.kind === "configured") expect(checkConforms(schema.type, result.value)).toBeUndefined();
      else expect(result.faults.length).toBeGreaterThan(0);
    }),
    { numRuns: 500 },
  );
});
