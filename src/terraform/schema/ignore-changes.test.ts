import { describe, expect, test } from "vitest";
import { block, ctyObject, ctyType, nested, type Plain } from "../../../tests/support/terraform-schema.js";
import { ctyUnknown, Dynamic, type CtyObject } from "../cty/index.js";
import { ignoreChanges } from "./ignore-changes.js";
import { configurationOf } from "./configuration.js";
import type { ValueObject } from "../../model/index.js";

const rule = block({ from_port: ["number"], note: ["string"], arn: ["string", "computed"] });
const schema = block(
  {
    some_text: ["string"],
    filled: ["string", "optional", "computed"],
    arn: ["string", "computed"],
    token_wo: ["string", "writeOnly"],
    tags: [["map", "string"]],
    names: [["list", "string"]],
    shape: [["object", { inner_name: "string", n: "number" }]],
    any: ["dynamic"],
    many: [nested("list", { a_b: ["string"], made: ["string", "computed"], w_o: ["string", "writeOnly"] })],
    keyed: [nested("map", { a_b: ["string"] })],
  },
  {
    rule: { nesting: "list", block: rule },
    rule_set: { nesting: "set", block: rule },
    flexible: { nesting: "list", block: block({ any: ["dynamic"], note: ["string"] }) },
  },
);

function configured(inputs: ValueObject): CtyObject {
  const result = configurationOf(schema, inputs);
  if (result.kind === "faults") throw new Error(JSON.stringify(result.faults));
  return result.value;
}

function dynamic(value: ValueObject[string]) {
  return configured({ any: value }).get("any")!;
}

const noRule = { from_port: null, note: null, arn: null };

describe("the prior value is kept", () => {
  test.each<
    [path: string, inputs: ValueObject, prior: Record<string, Plain>, expected: Record<string, Plain>]
  >([
    ["someText", { someText: "new" }, { some_text: "old" }, { some_text: "old" }],
    ["some_text", { someText: "new" }, { some_text: null }, { some_text: null }],
    ["someText", {}, { some_text: "old" }, { some_text: "old" }],
    ["filled", {}, { filled: "made" }, { filled: "made" }],
    ["arn", {}, { arn: "made" }, { arn: null }],
    ["tokenWo", { tokenWo: "x" }, {}, { token_wo: "x" }],
    ["tags", { tags: { a: "1" } }, { tags: { b: "2" } }, { tags: { b: "2" } }],
    ["tags[*]", { tags: { a: "1" } }, { tags: { b: "2" } }, { tags: { b: "2" } }],
    ["tags.a", { tags: { a: "1", b: "1" } }, { tags: { a: "2", b: "2" } }, { tags: { a: "2", b: "1" } }],
    ["tags.a", { tags: { a: "1", b: "1" } }, { tags: { b: "2" } }, { tags: { b: "1" } }],
    ["tags.a", { tags: { b: "1" } }, { tags: { a: "2" } }, { tags: { a: "2", b: "1" } }],
    ["tags.a", {}, { tags: { a: "2", b: "2" } }, { tags: { a: "2" } }],
    ["tags.a", {}, { tags: { b: "2" } }, { tags: null }],
    ["names[1]", { names: ["a", "b"] }, { names: ["c", "d", "e"] }, { names: ["a", "d"] }],
    ["names[1]", { names: ["a"] }, { names: ["c", "d"] }, { names: ["a"] }],
    [
      "shape.innerName",
      { shape: { innerName: "x", n: 1 } },
      { shape: { inner_name: "y", n: 2 } },
      { shape: { inner_name: "y", n: 1 } },
    ],
    ["shape.innerName", {}, { shape: { inner_name: "y", n: 2 } }, { shape: null }],
    [
      "many",
      { many: [{ aB: "x", wO: "w" }] },
      { many: [{ a_b: "y", made: "m", w_o: null }] },
      { many: [{ a_b: "y", made: null, w_o: "w" }] },
    ],
    [
      "many[*].aB",
      { many: [{ aB: "x" }, { aB: "x" }] },
      { many: [{ a_b: "y", made: "m", w_o: null }] },
      {
        many: [
          { a_b: "y", made: null, w_o: null },
          { a_b: "x", made: null, w_o: null },
        ],
      },
    ],
    [
      "keyed[*].aB",
      { keyed: { k: { aB: "x" }, l: { aB: "x" } } },
      { keyed: { k: { a_b: "y" } } },
      { keyed: { k: { a_b: "y" }, l: { a_b: "x" } } },
    ],
    [
      "keyed.k",
      { keyed: { l: { aB: "x" } } },
      { keyed: { k: { a_b: "y" } } },
      { keyed: { l: { a_b: "x" }, k: { a_b: "y" } } },
    ],
    [
      "rule[0].note",
      { rule: [{ note: "x" }] },
      { rule: [{ ...noRule, note: "y", from_port: 1 }] },
      { rule: [{ ...noRule, note: "y" }] },
    ],
    ["rule", { rule: [] }, { rule: [{ ...noRule, arn: "made" }] }, { rule: [noRule] }],
    [
      "ruleSet",
      { ruleSet: [{ note: "x" }] },
      { rule_set: [{ ...noRule, note: "y", arn: "made" }] },
      { rule_set: [{ ...noRule, note: "y" }] },
    ],
    ["names[0]", { names: ["a"] }, { names: ctyUnknown }, { names: ["a"] }],
    ["any", { any: "x" }, { any: dynamic(1) }, { any: dynamic(1) }],
    [
      "any.a.b",
      { any: { a: { b: 1, c: 1 } } },
      { any: dynamic({ a: { b: "2" } }) },
      { any: dynamic({ a: { b: "2", c: 1 } }) },
    ],
    ["any.a", { any: { b: 1 } }, { any: dynamic({ a: 2 }) }, { any: dynamic({ b: 1, a: 2 }) }],
    ["any.a", { any: { a: 1, b: 1 } }, { any: dynamic({ b: 2 }) }, { any: dynamic({ b: 1 }) }],
    [
      "any[1]",
      { any: ["a", "b"] },
      { any: new Dynamic(ctyType(["list", "string"]), ["c", "d"]) },
      { any: dynamic(["a", "d"]) },
    ],
    ["any.a", { any: "x" }, { any: dynamic({ a: 2 }) }, { any: dynamic("x") }],
    [
      "flexible[0].note",
      { flexible: [{ any: 1, note: "x" }] },
      { flexible: configured({ flexible: [{ any: "2", note: "y" }] }).get("flexible")! },
      { flexible: configured({ flexible: [{ any: 1, note: "y" }] }).get("flexible")! },
    ],
  ])("%s of %o", (path, inputs, prior, expected) => {
    const config = configured(inputs);
    const state = new Map([...configured({}), ...ctyObject(prior)]);
    const result = ignoreChanges(schema, config, state, [path]);
    expect(result.unknownPaths).toEqual([]);
    expect(result.config).toEqual(new Map([...config, ...ctyObject(expected)]));
  });

  test("unknown configured values are replaced too", () => {
    const config = ctyObject({ a: ctyUnknown });
    expect(ignoreChanges(block({ a: ["string"] }), config, ctyObject({ a: "x" }), ["a"]).config).toEqual(
      ctyObject({ a: "x" }),
    );
  });

  test("root keeps everything that a program can set", () => {
    const config = configured({ someText: "new", tokenWo: "w" });
    const prior = new Map([
      ...config,
      ...ctyObject({ some_text: "old", arn: "made", filled: "f", token_wo: null }),
    ]);
    expect(ignoreChanges(schema, config, prior, ["root"]).config).toEqual(
      new Map([...config, ...ctyObject({ some_text: "old", filled: "f" })]),
    );
  });
});

describe("nothing is kept", () => {
  const config = configured({ someText: "x", rule: [{ note: "a" }], flexible: [{ any: 1 }] });

  test("without a prior state, or without paths", () => {
    expect(ignoreChanges(schema, config, null, ["someText", "rule"]).config).toBe(config);
    expect(ignoreChanges(schema, config, config, []).config).toBe(config);
  });

  test("of paths that the schema does not have, which are reported", () => {
    const { config: kept, unknownPaths } = ignoreChanges(schema, config, config, [
      "typo",
      "ruleSet[0].note",
      "tags.a",
    ]);
    expect(kept).toBe(config);
    expect(unknownPaths).toEqual(["typo", "ruleSet[0].note"]);
  });

  test("of paths without a prior state, although unknown paths are reported", () => {
    expect(ignoreChanges(schema, config, null, ["typo"]).unknownPaths).toEqual(["typo"]);
  });
});
