import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { block, ctyObject, nested } from "../../../tests/support/terraform-schema.js";
import {
  ephemeralOf,
  identicalValues,
  secretOf,
  unknown,
  type Value,
  type ValueObject,
} from "../../model/index.js";
import { checkConforms, equalCty } from "../cty/index.js";
import { configurationOf } from "./configuration.js";
import { hasUnrecorded, recordedInputs } from "./recorded-inputs.js";
import type { Block } from "./schema.js";

const rule = block({ from_port: ["number"], pass_wo: ["string", "writeOnly"] });
const schema = block(
  {
    some_text: ["string"],
    count: ["number"],
    flag: ["bool"],
    names: [["list", "string"]],
    ports: [["set", "number"]],
    tags: [["map", "string"]],
    shape: [["object", { inner_name: "string", n: "number" }]],
    any: ["dynamic"],
    api_key: ["string", "sensitive"],
    token_wo: ["string", "writeOnly"],
    many: [nested("list", { a_b: ["string"], w_o: ["string", "writeOnly"] })],
    keyed: [nested("map", { a_b: ["number"] })],
  },
  {
    single: { nesting: "single", block: rule },
    group: { nesting: "group", block: block({ a_b: ["string"] }) },
    rule: { nesting: "list", block: rule },
    one_rule: { nesting: "list", block: rule, maxItems: 1 },
    rule_set: { nesting: "set", block: block({ from_port: ["number"] }) },
    named: { nesting: "map", block: rule },
    flexible: { nesting: "list", block: block({ any: ["dynamic"], a_b: ["string"] }) },
  },
);

function configured(inputs: ValueObject, of: Block = schema) {
  const result = configurationOf(of, inputs);
  if (result.kind === "faults") throw new Error(JSON.stringify(result.faults));
  return result;
}

function recorded(inputs: ValueObject): ValueObject {
  const { value, marks } = configured(inputs);
  return recordedInputs(schema, value, marks);
}

describe("recorded inputs", () => {
  test.each<[inputs: ValueObject, expected: ValueObject]>([
    [{}, {}],
    [
      { some_text: "x", count: "1", flag: "true" },
      { someText: "x", count: 1, flag: true },
    ],
    [{ someText: null }, {}],
    [{ someText: secretOf("x") }, { someText: secretOf("x") }],
    [{ someText: secretOf(null) }, {}],
    [{ someText: unknown }, { someText: unknown }],
    [{ someText: ephemeralOf("x") }, {}],
    [{ count: "9007199254740993" }, { count: "9007199254740993" }],
    [{ names: [] }, { names: [] }],
    [{ names: ["a", null] }, { names: ["a", null] }],
    [{ names: ["a", ephemeralOf("x")] }, { names: ["a", null] }],
    [{ ports: [2, 1, 2] }, { ports: [1, 2] }],
    [{ ports: [secretOf(1)] }, { ports: secretOf([1]) }],
    [{ tags: { a_b: null } }, { tags: { a_b: null } }],
    [{ shape: { inner_name: "x" } }, { shape: { innerName: "x" } }],
    [{ any: { a_b: [null] } }, { any: { a_b: [null] } }],
    [{ apiKey: "x" }, { apiKey: secretOf("x") }],
    [{ tokenWo: "x" }, {}],
    [{ tokenWo: ephemeralOf("x") }, {}],
    [{ many: [{ aB: "x", wO: ephemeralOf("y") }, null] }, { many: [{ aB: "x" }, null] }],
    [{ single: {} }, { single: {} }],
    [{ group: {} }, {}],
    [{ group: { aB: "x" } }, { group: { aB: "x" } }],
    [{ rule: [] }, {}],
    [{ rule: [{}, { passWo: "x" }] }, { rule: [{}, {}] }],
    [{ oneRule: { fromPort: 1 } }, { oneRule: [{ fromPort: 1 }] }],
    [{ rule: unknown }, { rule: unknown }],
    [{ named: { k: {} } }, { named: { k: {} } }],
    [{ flexible: [{ any: { x_y: 1 } }] }, { flexible: [{ any: { x_y: 1 } }] }],
    [{ flexible: [] }, {}],
  ])("%o", (inputs, expected) => {
    expect(recorded(inputs)).toStrictEqual(expected);
  });
});

describe("unrecorded values", () => {
  test.each<[inputs: ValueObject, expected: boolean]>([
    [{ someText: "x", rule: [{ fromPort: 1 }], flexible: [{ any: 1 }] }, false],
    [{ tokenWo: "x" }, true],
    [{ tokenWo: unknown }, true],
    [{ tokenWo: null }, false],
    [{ rule: [{}, { passWo: "x" }] }, true],
    [{ named: { k: { passWo: "x" } } }, true],
    [{ many: [null, { wO: "x" }] }, true],
    [{ rule: unknown }, false],
  ])("%o", (inputs, expected) => {
    expect(hasUnrecorded(schema, configured(inputs).value)).toBe(expected);
  });

  test("a schema without write-only attributes", () => {
    expect(hasUnrecorded(block({ a: ["string"] }), ctyObject({ a: "x" }))).toBe(false);
  });
});

describe("recorded inputs give the same configuration", () => {
  const maybe = (value: fc.Arbitrary<Value>) =>
    fc.oneof(
      { weight: 6, arbitrary: value },
      { weight: 1, arbitrary: fc.constantFrom<Value>(null, undefined, unknown) },
      { weight: 1, arbitrary: value.map(secretOf) },
    );
  const text = maybe(
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 5 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
    ),
  );
  const number = maybe(
    fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
    ),
  );
  const key = fc.constantFrom("a", "a_b", "__proto__", "constructor", "e\u0301");
  const dictionary = (value: fc.Arbitrary<Value>) => fc.dictionary(key, value, { maxKeys: 3 });
  const list = (value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 3 });
  const { any } = fc.letrec<{ any: Value }>((tie) => ({
    any: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom<Value>(null, true, 0.1, "x", unknown),
      list(tie("any")),
      dictionary(tie("any")),
      tie("any").map(secretOf),
    ),
  }));
  const partial = (fields: Record<string, fc.Arbitrary<Value>>): fc.Arbitrary<Value> =>
    fc.record(fields, { requiredKeys: [] });
  const port = partial({ from_port: number });
  const inputs = fc.record(
    {
      someText: text,
      count: number,
      flag: maybe(fc.constantFrom<Value>(true, "false")),
      names: maybe(list(text)),
      ports: maybe(list(number)),
      tags: maybe(dictionary(text)),
      shape: maybe(partial({ innerName: text, n: number })),
      any: maybe(any),
      apiKey: text,
      many: maybe(list(maybe(partial({ aB: text })))),
      keyed: maybe(dictionary(maybe(partial({ a_b: number })))),
      single: maybe(port),
      group: maybe(partial({ aB: text })),
      rule: maybe(list(port)),
      oneRule: maybe(port),
      ruleSet: maybe(list(port)),
      named: maybe(dictionary(port)),
      flexible: maybe(list(partial({ any, aB: text }))),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<ValueObject>;

  test("and are the same when they are recorded again", () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const first = configured(given);
        expect(checkConforms(schema.type, first.value)).toBeUndefined();
        const once = recordedInputs(schema, first.value, first.marks);
        const second = configured(once);
        expect(equalCty(schema.type, second.value, first.value)).toBe(true);
        expect(identicalValues(recordedInputs(schema, second.value, second.marks), once)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
