import { describe, expect, test } from "vitest";
import { block, ctyType, nested } from "../../../tests/support/terraform-schema.js";
import { camelCase, namesOf, topNamesOf } from "./names.js";
import type { ObjectType } from "../cty/index.js";

describe("camelCase", () => {
  test.each([
    ["name", "name"],
    ["instance_type", "instanceType"],
    ["ipv6_cidr_block", "ipv6CidrBlock"],
    ["ebs_block_device_2", "ebsBlockDevice2"],
    ["a_1_b", "a1B"],
    ["_private_name", "_privateName"],
    ["trailing_", "trailing_"],
    ["a__b", "a__b"],
    ["MTU", "MTU"],
    ["MTU_size", "MTUSize"],
    ["Foo_Bar", "Foo_Bar"],
    ["with-dash_name", "with-dashName"],
    ["__proto__", "__proto__"],
    ["constructor", "constructor"],
    ["", ""],
  ])("%s → %s", (name, expected) => {
    expect(camelCase(name)).toBe(expected);
  });
});

function levelOf(...names: readonly string[]) {
  return block(Object.fromEntries(names.map((name) => [name, ["string"] as const])));
}

describe("names inside a schema", () => {
  test.each<[names: readonly string[], program: readonly string[]]>([
    [
      ["instance_type", "id"],
      ["instanceType", "id"],
    ],
    [
      ["bgp_ipv6_state", "bgp_ipv6state"],
      ["bgpIpv6State", "bgpIpv6state"],
    ],
    [
      ["foo_bar", "fooBar"],
      ["foo_bar", "fooBar"],
    ],
    [
      ["foo_1_2", "foo_12", "foo_13"],
      ["foo_1_2", "foo_12", "foo13"],
    ],
    [
      ["urn", "constructor", "then"],
      ["urn", "constructor", "then"],
    ],
  ])("%j", (names, program) => {
    expect([...namesOf(levelOf(...names)).program.values()]).toEqual(program);
  });

  test("both spellings are accepted as input", () => {
    expect([...namesOf(levelOf("instance_type", "id")).schema]).toEqual([
      ["instanceType", "instance_type"],
      ["instance_type", "instance_type"],
      ["id", "id"],
    ]);
  });

  test("a spelling that two attributes share is not accepted", () => {
    expect(namesOf(levelOf("foo_1_2", "foo_12")).schema.has("foo12")).toBe(false);
  });

  test("attributes and blocks share one table", () => {
    const { program } = namesOf(
      block(
        { a_b: ["string"] },
        { a_B: { nesting: "list", block: block({}) }, aB: { nesting: "set", block: block({}) } },
      ),
    );
    expect([...program.values()]).toEqual(["a_b", "a_B", "aB"]);
  });

  test("nested types and object types have names too", () => {
    expect(namesOf(nested("list", { a_b: ["string"] })).program.get("a_b")).toBe("aB");
    expect(namesOf(ctyType(["object", { a_b: "string" }]) as ObjectType).program.get("a_b")).toBe("aB");
  });

  test("the table of a level is made once", () => {
    const level = levelOf("a");
    expect(namesOf(level)).toBe(namesOf(level));
    expect(topNamesOf(level)).toBe(topNamesOf(level));
  });

  test("no level has two members with one name", () => {
    const level = levelOf(
      "__proto__",
      "constructor",
      "a_b",
      "aB",
      "a_b_",
      "to_string",
      "urn",
      "urn_",
      "then",
    );
    for (const { program, schema } of [namesOf(level), topNamesOf(level)]) {
      expect(new Set(program.values()).size).toBe(program.size);
      for (const [name, spelling] of program) {
        expect(schema.get(name)).toBe(name);
        expect(schema.get(spelling)).toBe(name);
      }
    }
  });
});

describe("names at the top of a resource", () => {
  test.each<[names: readonly string[], program: readonly string[]]>([
    [["urn"], ["urn_"]],
    [
      ["urn", "urn_"],
      ["urn__", "urn_"],
    ],
    [
      ["then", "constructor", "__proto__"],
      ["then_", "constructor_", "__proto___"],
    ],
    [
      ["to_string", "value_of"],
      ["to_string", "value_of"],
    ],
    [
      ["id", "name"],
      ["id", "name"],
    ],
  ])("%j", (names, program) => {
    expect([...topNamesOf(levelOf(...names)).program.values()]).toEqual(program);
  });

  test("the schema's own spelling of a renamed attribute is accepted as input", () => {
    expect(topNamesOf(levelOf("urn")).schema.get("urn")).toBe("urn");
  });

  test.each([
    ["string", "id"],
    ["number", "id"],
    ["bool", "id_"],
    ["dynamic", "id_"],
  ] as const)("an attribute id of type %s is %s", (type, name) => {
    expect(topNamesOf(block({ id: [type] })).program.get("id")).toBe(name);
  });

  test("a block id is not the id of the resource", () => {
    expect(topNamesOf(block({}, { id: { nesting: "list", block: block({}) } })).program.get("id")).toBe(
      "id_",
    );
  });
});
