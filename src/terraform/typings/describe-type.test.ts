import { describe, expect, test } from "vitest";
import {
  block,
  blocks,
  computed,
  nested,
  optional,
  optionalComputed,
  required,
  type Member,
} from "../../../tests/terraform/support/schemas.js";
import { boolType, dynamicType, numberType, stringType, type CtyType } from "../cty/index.js";
import { describeType, type DescribedMember } from "./describe-type.js";

const object: CtyType = { kind: "object", attributes: new Map([["a_b", stringType]]) };
const none = {
  isBlock: false,
  required: false,
  optional: false,
  computed: false,
  sensitive: false,
  writeOnly: false,
};
const inside = { ...none, name: "aB", terraformName: "a_b", type: "string", optional: true };

const rows: readonly (readonly [string, Member, Partial<DescribedMember>])[] = [
  ["a_name", required(), { name: "aName", type: "string", required: true }],
  ["count", optional(numberType), { type: "number", optional: true }],
  ["is_on", optionalComputed(boolType), { name: "isOn", type: "boolean", optional: true, computed: true }],
  ["arn", computed(), { type: "string", computed: true }],
  ["any", optional(dynamicType), { type: "any", optional: true }],
  ["secret", optional(stringType, { sensitive: true }), { type: "string", optional: true, sensitive: true }],
  ["wo", optional(stringType, { writeOnly: true }), { type: "string", optional: true, writeOnly: true }],
  ["old", optional(stringType, { deprecated: "" }), { type: "string", optional: true, deprecated: "" }],
  [
    "told",
    computed(stringType, { description: "Text." }),
    { type: "string", computed: true, description: "Text." },
  ],
  ["urn", optional(), { name: "urn_", type: "string", optional: true }],
  [
    "tags",
    optional({ kind: "map", element: stringType }),
    { type: "{ [key: string]: string }", optional: true },
  ],
  [
    "lists",
    optional({ kind: "list", element: { kind: "set", element: numberType } }),
    { type: "number[][]", optional: true },
  ],
  [
    "pair",
    optional({ kind: "tuple", elements: [stringType, boolType] }),
    { type: "[string, boolean]", optional: true },
  ],
  [
    "plain",
    optional({ kind: "list", element: object }),
    { type: "object[]", optional: true, members: [inside] },
  ],
  ["nest", nested("single", { a_b: optional() }), { type: "object", optional: true, members: [inside] }],
  [
    "map",
    nested("map", { a_b: optional() }, { computed: true }),
    { type: "{ [key: string]: object }", computed: true, members: [inside] },
  ],
  [
    "rule",
    blocks("set", { a_b: optional() }),
    { type: "object[]", isBlock: true, optional: true, members: [inside] },
  ],
  [
    "limited",
    (name) => ({ ...blocks("list", { a_b: optional() })(name), minItems: 1, maxItems: 2 }),
    { type: "object[]", isBlock: true, required: true, minItems: 1, maxItems: 2, members: [inside] },
  ],
  ["group", blocks("group", {}), { type: "object", isBlock: true, optional: true, members: [] }],
];

describe("the description of a type", () => {
  test.each(rows)("has the member %s", (name, member, expected) => {
    const { members } = describeType({ version: 0, block: block({ [name]: member }) });
    expect(members).toEqual([{ ...none, name, terraformName: name, ...expected }]);
  });

  test("says that the type is deprecated", () => {
    const described = { ...block({}), description: "A type.", deprecated: "Use another." };
    expect(describeType({ version: 0, block: described })).toEqual({
      description: "A type.",
      deprecated: "Use another.",
      members: [],
    });
  });
});
