import { describe, expect, test } from "vitest";
import { block, nested } from "../../../tests/support/terraform-schema.js";
import { isDiagnosticError, wildcard } from "../../model/index.js";
import { Decimal, type CtyPath } from "../cty/index.js";
import { containsCtyPath, patternOf, programPath, type PathPattern } from "./paths.js";

const rule = block({ from_port: ["number"] });
const schema = block(
  {
    some_text: ["string"],
    urn: ["string"],
    tags: [["map", "string"]],
    names: [["list", "string"]],
    shape: [["object", { inner_name: "string" }]],
    pair: [["tuple", ["string", ["object", { a_b: "string" }]]]],
    any: ["dynamic"],
    many: [nested("list", { a_b: ["string"] })],
    root: ["string"],
  },
  {
    rule: { nesting: "list", block: rule },
    one_rule: { nesting: "list", block: rule, maxItems: 1 },
    rule_set: { nesting: "set", block: rule },
    single: { nesting: "single", block: rule },
    named: { nesting: "map", block: rule },
  },
);

const attribute = (name: string) => ({ attribute: name });

describe("paths of programs", () => {
  test.each<[path: CtyPath, text: string]>([
    [[], "root"],
    [[attribute("some_text")], "someText"],
    [[attribute("urn")], "urn_"],
    [[attribute("root")], '["root"]'],
    [[attribute("tags"), { key: "a_b" }], "tags.a_b"],
    [[attribute("tags"), { key: "a b" }], 'tags["a b"]'],
    [[attribute("names"), { index: 1 }], "names[1]"],
    [[attribute("names"), { index: 1n }], "names[1]"],
    [[attribute("names"), { index: new Decimal("1") }], "names[1]"],
    [[attribute("shape"), attribute("inner_name")], "shape.innerName"],
    [[attribute("pair"), { index: 1 }, attribute("a_b")], "pair[1].aB"],
    [[attribute("any"), attribute("a_b"), { index: 0 }, { key: "c_d" }], "any.a_b[0].c_d"],
    [[attribute("many"), { index: 0 }, attribute("a_b")], "many[0].aB"],
    [[attribute("rule"), { index: 0 }, attribute("from_port")], "rule[0].fromPort"],
    [[attribute("rule_set"), { element: new Map() }, attribute("from_port")], "ruleSet"],
    [[attribute("rule_set"), { index: 0 }, attribute("from_port")], "ruleSet"],
    [[attribute("single"), attribute("from_port")], "single.fromPort"],
    [[attribute("named"), { key: "k_1" }, attribute("from_port")], "named.k_1.fromPort"],
    [[attribute("no_such"), attribute("in_ner")], "no_such.in_ner"],
  ])("%o is %s", (path, text) => {
    expect(programPath(schema, path)).toBe(text);
  });
});

describe("places of property paths", () => {
  test.each<[text: string, path: PathPattern | undefined]>([
    ["root", []],
    ["someText", [attribute("some_text")]],
    ["some_text", [attribute("some_text")]],
    ["urn", [attribute("urn")]],
    ["urn_", [attribute("urn")]],
    ["tags.a_b", [attribute("tags"), { key: "a_b" }]],
    ["tags[*]", [attribute("tags")]],
    ["[*]", []],
    ["names[1]", [attribute("names"), { index: 1 }]],
    ["names.x", undefined],
    ["shape.innerName", [attribute("shape"), attribute("inner_name")]],
    ["pair[1].aB", [attribute("pair"), { index: 1 }, attribute("a_b")]],
    ["pair[2]", undefined],
    ["any.a_b[0]", [attribute("any"), attribute("a_b"), { index: 0 }]],
    ["rule[*].fromPort", [attribute("rule"), wildcard, attribute("from_port")]],
    ["rule.fromPort", [{ attribute: "rule" }, { index: 0 }, { attribute: "from_port" }]],
    ["oneRule.fromPort", [attribute("one_rule"), { index: 0 }, attribute("from_port")]],
    ["oneRule[0].fromPort", [attribute("one_rule"), { index: 0 }, attribute("from_port")]],
    ["ruleSet", [attribute("rule_set")]],
    ["ruleSet[0].fromPort", undefined],
    ["ruleSet[*].fromPort", undefined],
    ["named.k.from_port", [attribute("named"), { key: "k" }, attribute("from_port")]],
    ["named[*].from_port", [attribute("named"), wildcard, attribute("from_port")]],
    ["someText.x", undefined],
    ["noSuch", undefined],
    ["constructor", undefined],
  ])("%s", (text, path) => {
    expect(patternOf(schema, text)).toEqual(path);
  });

  test("a text that is not a path is a diagnostic", () => {
    expect.assertions(1);
    try {
      patternOf(schema, "a[");
    } catch (error) {
      expect(isDiagnosticError(error)).toBe(true);
    }
  });
});

describe("containment", () => {
  test.each<[text: string, path: CtyPath, expected: boolean]>([
    ["rule", [attribute("rule"), { index: 0 }], true],
    ["rule[*].fromPort", [attribute("rule"), { index: 3 }, attribute("from_port")], true],
    ["rule[1]", [attribute("rule"), { index: 3 }], false],
    ["rule[1]", [attribute("rule")], false],
    ["tags.a", [attribute("tags"), { key: "a" }], true],
    ["any.a", [attribute("any"), { key: "a" }], true],
    ["root", [attribute("tags")], true],
  ])("%s contains %j: %s", (text, path, expected) => {
    expect(containsCtyPath(patternOf(schema, text)!, path)).toBe(expected);
  });
});
