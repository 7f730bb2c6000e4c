import { describe, expect, test } from "vitest";
import { block, ctyObject, ctyType, nested, type Plain } from "../../../tests/support/terraform-schema.js";
import { ephemeralOf, secretOf, unknown, type Value } from "../../model/index.js";
import { ctyUnknown, Decimal, Dynamic } from "../cty/index.js";
import type { Marks } from "./marks.js";
import { programValues } from "./program-values.js";

const rule = block({
  from_port: ["number"],
  pass_word: ["string", "sensitive"],
  wo: ["string", "writeOnly"],
});
const schema = block(
  {
    some_text: ["string"],
    count: ["number"],
    enabled: ["bool"],
    tags: [["map", "string"]],
    names: [["list", "string"]],
    ports: [["set", "number"]],
    shape: [["list", ["object", { inner_name: "string" }]]],
    pair: [["tuple", ["string", ["object", { a_b: "string" }]]]],
    any: ["dynamic"],
    secret_key: ["string", "computed", "sensitive"],
    pass_wo: ["string", "writeOnly"],
    urn: ["string", "computed"],
    nested_one: [nested("single", { a_b: ["string", "sensitive"], c_d: ["string"] })],
  },
  {
    rule: { nesting: "list", block: rule, maxItems: 1 },
    rule_set: { nesting: "set", block: rule },
    single: { nesting: "single", block: rule },
    named: { nesting: "map", block: rule },
  },
);

function shown(name: string, value: Plain, marks?: Marks): Value {
  return Object.values(programValues(block0(name), ctyObject({ [name]: value }), at(name, marks)))[0];
}

/** The schema with only this member. */
function block0(name: string) {
  const only = <T>(map: ReadonlyMap<string, T>) => new Map([...map].filter(([key]) => key === name));
  return { ...schema, attributes: only(schema.attributes), blocks: only(schema.blocks) };
}

function at(name: string, marks: Marks | undefined): Marks {
  return marks === undefined ? {} : { parts: new Map([[name, marks]]) };
}

describe("values", () => {
  test.each<[name: string, value: Plain, expected: Value]>([
    ["some_text", "x", "x"],
    ["some_text", null, null],
    ["some_text", ctyUnknown, unknown],
    ["count", 1.5, 1.5],
    ["count", 9007199254740993n, "9007199254740993"],
    ["count", new Decimal("0.12345678901234567890123"), "0.12345678901234567890123"],
    ["enabled", false, false],
    ["tags", { a_b: "x", c: null }, { a_b: "x", c: null }],
    ["names", ["x", ctyUnknown, null], ["x", unknown, null]],
    ["ports", [2, 1], [1, 2]],
    ["shape", [{ inner_name: "x" }], [{ innerName: "x" }]],
    ["pair", ["x", { a_b: "y" }], ["x", { aB: "y" }]],
    ["any", null, null],
    ["any", ctyUnknown, unknown],
    ["any", new Dynamic(ctyType(["object", { a_b: "number" }]), new Map([["a_b", 1]])), { a_b: 1 }],
    ["secret_key", "x", secretOf("x")],
    ["secret_key", null, null],
    ["secret_key", ctyUnknown, secretOf(unknown)],
    ["nested_one", { a_b: "x", c_d: "y" }, { aB: secretOf("x"), cD: "y" }],
    ["rule", [{ from_port: 1, pass_word: "x", wo: null }], [{ fromPort: 1, passWord: secretOf("x") }]],
    ["rule_set", [{ from_port: 1, pass_word: "x", wo: null }], [{ fromPort: 1, passWord: secretOf("x") }]],
    ["rule", [], []],
    ["single", null, null],
    ["named", { a_b: { from_port: 1, pass_word: null, wo: null } }, { a_b: { fromPort: 1, passWord: null } }],
  ])("%s: %o", (name, value, expected) => {
    expect(shown(name, value)).toStrictEqual(expected);
  });

  test("every attribute has its program name, and write-only ones are left out", () => {
    expect(Object.keys(programValues(schema, new Map()))).toEqual([
      "someText",
      "count",
      "enabled",
      "tags",
      "names",
      "ports",
      "shape",
      "pair",
      "any",
      "secretKey",
      "urn_",
      "nestedOne",
      "rule",
      "ruleSet",
      "single",
      "named",
    ]);
  });

  test("`__proto__` is an ordinary key", () => {
    const tags = shown("tags", new Map([["__proto__", "x"]]));
    expect(Object.keys(tags as object)).toEqual(["__proto__"]);
  });

  test("blocks with dynamic attributes keep the names of their attributes", () => {
    const items = block({}, { items: { nesting: "list", block: block({ a_b: ["dynamic"] }) } });
    const tuple = ctyType(["tuple", [["object", { a_b: "string" }]]]);
    const value = ctyObject({ items: new Dynamic(tuple, [ctyObject({ a_b: "x" })]) });
    expect(programValues(items, value)).toEqual({ items: [{ aB: "x" }] });
  });
});

describe("marks", () => {
  const whole: Marks = { whole: "secret" };
  test.each<[name: string, value: Plain, marks: Marks, expected: Value]>([
    ["some_text", "x", whole, secretOf("x")],
    ["some_text", null, whole, secretOf(null)],
    ["some_text", "x", { whole: "ephemeral" }, ephemeralOf("x")],
    ["names", ["a", "b"], { parts: new Map([[1, whole]]) }, ["a", secretOf("b")]],
    ["tags", { a_b: "x" }, { parts: new Map([["a_b", whole]]) }, { a_b: secretOf("x") }],
    ["ports", [1], whole, secretOf([1])],
    ["nested_one", { a_b: "x", c_d: "y" }, whole, secretOf({ aB: "x", cD: "y" })],
    [
      "any",
      new Dynamic(ctyType(["tuple", ["string"]]), ["x"]),
      { parts: new Map([[0, whole]]) },
      [secretOf("x")],
    ],
    [
      "names",
      ["a", "b"],
      { whole: "secret", parts: new Map([[0, { whole: "ephemeral" }]]) },
      secretOf([ephemeralOf("a"), "b"]),
    ],
  ])("%s: %o with %o", (name, value, marks, expected) => {
    expect(shown(name, value, marks)).toStrictEqual(expected);
  });
});
