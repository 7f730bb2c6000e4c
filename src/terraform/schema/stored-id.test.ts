import { expect, test } from "vitest";
import { block, ctyObject, type Plain } from "../../../tests/support/terraform-schema.js";
import { ctyUnknown } from "../cty/index.js";
import { idOf } from "./stored-id.js";

test.each<[id: Plain, identity: Record<string, Plain> | undefined, expected: string]>([
  ["x", { name: "y" }, "x"],
  [7, undefined, "7"],
  [9007199254740993n, undefined, "9007199254740993"],
  ["", undefined, "-"],
  [null, undefined, "-"],
  [ctyUnknown, undefined, "-"],
  [null, {}, "-"],
  ["", { region: "eu", account: "1", skipped: null }, '{"account":"1","region":"eu"}'],
  [null, { n: 1, flag: false, list: ["a", 'b"'] }, '{"flag":false,"list":["a","b\\""],"n":1}'],
])("id %o with identity %o is %s", (id, identity, expected) => {
  const schema = block({ id: ["string", "computed"] });
  expect(idOf(schema, ctyObject({ id }), identity && ctyObject(identity))).toBe(expected);
});

test("a block named id is not an id", () => {
  expect(idOf(block({}, { id: { nesting: "list", block: block({}) } }), ctyObject({ id: [] }))).toBe("-");
});
