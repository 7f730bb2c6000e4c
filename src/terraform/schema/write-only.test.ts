import { expect, it } from "vitest";
import { stringType, type CtyValue } from "../cty/index.js";
import { typeOfBlock, type Attribute, type Block, type NestedBlock } from "./schema.js";
import { withoutWriteOnly, withWriteOnly } from "./write-only.js";

const attribute = (name: string, writeOnly = false): Attribute => ({
  name,
  type: stringType,
  required: false,
  optional: true,
  computed: false,
  sensitive: false,
  writeOnly,
});

function blockOf(attributes: readonly Attribute[], blocks: readonly NestedBlock[] = []): Block {
  const members = {
    attributes: new Map(attributes.map((each) => [each.name, each])),
    blocks: new Map(blocks.map((each) => [each.name, each])),
  };
  return { ...members, type: typeOfBlock(members) };
}

const object = (entries: Record<string, CtyValue>) => new Map(Object.entries(entries));
const inner = blockOf([attribute("user"), attribute("password", true)]);
const block = blockOf(
  [attribute("name"), attribute("token", true)],
  [{ name: "login", block: inner, nesting: "list", minItems: 0, maxItems: 0 }],
);
const config = object({
  name: "a",
  token: "t",
  login: [object({ user: "u", password: "p" })],
});

it("removes write-only values, also inside blocks", () => {
  expect(withoutWriteOnly(block, config)).toEqual(
    object({ name: "a", token: null, login: [object({ user: "u", password: null })] }),
  );
});

it("takes them from another configuration, and nothing else", () => {
  const recorded = new Map(withoutWriteOnly(block, config)).set("name", "kept");
  expect(withWriteOnly(block, recorded, config)).toEqual(new Map(config).set("name", "kept"));
});

it("returns the same configuration if the schema has none", () => {
  const plain = blockOf([attribute("name")]);
  const value = object({ name: "a" });
  expect(withoutWriteOnly(plain, value)).toBe(value);
  expect(withWriteOnly(plain, value, object({ name: "b" }))).toBe(value);
});
