import { describe, expect, test } from "vitest";
import { block, ctyObject, nested, type Plain } from "../../../tests/support/terraform-schema.js";
import { configurationOf } from "./configuration.js";
import { configurationOfState } from "./generated-configuration.js";
import { recordedInputs } from "./recorded-inputs.js";

const rule = block({ port: ["number", "required"], arn: ["string", "computed"], note: ["string"] });
const schema = block(
  {
    id: ["string", "optional", "computed"],
    name: ["string", "required"],
    size: ["number", "optional", "computed"],
    arn: ["string", "computed"],
    note: ["string"],
    names: [["list", "string"]],
    old_name: ["string", "optional", "computed", "deprecated"],
    old_note: ["string", "deprecated"],
    token_wo: ["string", "writeOnly"],
    many: [nested("list", { a_b: ["string"], made: ["string", "computed"] })],
  },
  {
    rule: { nesting: "list", block: rule },
    rule_set: { nesting: "set", block: rule },
    timeouts: { nesting: "single", block: block({ create: ["string"] }) },
  },
);

const noState: Record<string, Plain> = {
  id: "i-1",
  name: "n",
  size: null,
  arn: "arn:x",
  note: null,
  names: null,
  old_name: "n",
  old_note: null,
  token_wo: null,
  many: null,
  rule: [],
  rule_set: [],
  timeouts: { create: "1s" },
};

function generated(state: Record<string, Plain>, legacy = false) {
  return recordedInputs(
    schema,
    configurationOfState(schema, ctyObject({ ...noState, ...state }), { legacy }),
  );
}

describe("configurationOfState", () => {
  test.each<[state: Record<string, Plain>, expected: Record<string, unknown>]>([
    [{}, {}],
    [
      { size: 3, note: "x" },
      { size: 3, note: "x" },
    ],
    [
      { note: "", names: [] },
      { note: "", names: [] },
    ],
    [{ old_note: "x" }, { oldNote: "x" }],
    [{ many: [{ a_b: "x", made: "y" }] }, { many: [{ aB: "x" }] }],
    [{ rule: [{ port: 1, arn: "x", note: null }] }, { rule: [{ port: 1 }] }],
    [
      {
        rule_set: [
          { port: 1, arn: "x", note: null },
          { port: 1, arn: "y", note: null },
        ],
      },
      { ruleSet: [{ port: 1 }] },
    ],
    [{ rule: null }, {}],
  ])("%o", (state, expected) => {
    expect(generated(state)).toEqual({ name: "n", ...expected });
  });

  test("legacy providers return empty values for attributes that are not set", () => {
    expect(generated({ note: "", names: [], rule: [{ port: 1, arn: "", note: "" }] }, true)).toEqual({
      name: "n",
      rule: [{ port: 1 }],
    });
  });

  test("the result is a configuration", () => {
    const config = configurationOfState(schema, ctyObject(noState));
    expect(configurationOf(schema, recordedInputs(schema, config))).toMatchObject({
      kind: "configured",
      value: config,
    });
  });
});
