import { expect, test } from "vitest";
import { block, nested } from "../../../tests/support/terraform-schema.js";
import { ephemeralOf, secretOf, type ValueObject } from "../../model/index.js";
import { configurationOf } from "./configuration.js";
import { misplacedEphemerals } from "./misplaced-ephemerals.js";

const rule = block({ a_b: ["string"], w_o: ["string", "writeOnly"] });
const schema = block(
  {
    some_text: ["string"],
    token_wo: [["map", "string"], "writeOnly"],
    tags: [["map", "string"]],
    pair: [["tuple", ["string", "string"]]],
    any: ["dynamic"],
    many: [nested("list", { a_b: ["string"], w_o: ["string", "writeOnly"] })],
  },
  { rule: { nesting: "list", block: rule }, rule_set: { nesting: "set", block: block({ a_b: ["string"] }) } },
);
const x = ephemeralOf("x");

test.each<[inputs: ValueObject, paths: readonly string[]]>([
  [{ someText: secretOf("x") }, []],
  [{ tokenWo: ephemeralOf({ a: "x" }) }, []],
  [{ tokenWo: { a: x } }, []],
  [{ many: [{ wO: x }], rule: [{ wO: x }] }, []],
  [{ someText: x }, ["someText"]],
  [{ tags: { a_b: x } }, ["tags.a_b"]],
  [{ pair: ["a", x] }, ["pair[1]"]],
  [{ any: { a_b: [x] } }, ["any.a_b[0]"]],
  [{ many: [{ aB: x, wO: x }] }, ["many[0].aB"]],
  [{ rule: [{}, { aB: x }] }, ["rule[1].aB"]],
  [{ rule: secretOf([{ aB: x }]) }, ["rule[0].aB"]],
  [{ rule: ephemeralOf([{ wO: "x" }]) }, ["rule"]],
  [{ ruleSet: [{ aB: x }] }, ["ruleSet"]],
])("%o", (inputs, paths) => {
  const configured = configurationOf(schema, inputs);
  expect(configured.kind === "configured" && misplacedEphemerals(schema, configured.marks)).toEqual(paths);
});
