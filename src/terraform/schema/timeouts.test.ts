import { describe, expect, test } from "vitest";
import { block, ctyObject, nested, type Plain } from "../../../tests/support/terraform-schema.js";
import { ctyUnknown } from "../cty/index.js";
import type { Block } from "./schema.js";
import { withTimeouts, type OperationTimeouts } from "./timeouts.js";

const inner = block({ create: ["string"], delete: ["string"], number: ["number"] });
const single = block({}, { timeouts: { nesting: "single", block: inner } });
const group = block({}, { timeouts: { nesting: "group", block: inner } });
const list = block({}, { timeouts: { nesting: "list", block: inner, maxItems: 1 } });
const nestedType = block({ timeouts: [nested("single", { create: ["string"] })] });
const objectType = block({ timeouts: [["object", { create: "string" }]] });
const otherType = block({ timeouts: [["map", "string"]] });
const none = { create: null, delete: null, number: null };

describe("withTimeouts", () => {
  test.each<[name: string, schema: Block, before: Plain, timeouts: OperationTimeouts, after: Plain]>([
    ["a block", single, null, { create: 90_000 }, { ...none, create: "90s" }],
    [
      "a block with other values",
      single,
      { ...none, delete: "1h" },
      { create: 1500, delete: 1 },
      { ...none, create: "1500ms", delete: "1h" },
    ],
    ["a group", group, none, { create: 7_200_000 }, { ...none, create: "120m" }],
    ["a list", list, [], { delete: 1000 }, [{ ...none, delete: "1s" }]],
    [
      "a list with a block",
      list,
      [{ ...none, create: "1s" }],
      { delete: 0.5 },
      [{ ...none, create: "1s", delete: "1ms" }],
    ],
    ["a nested type", nestedType, null, { create: 1000, update: 1000 }, { create: "1s" }],
    ["an object type", objectType, null, { create: 1000 }, { create: "1s" }],
  ])("writes into %s", (_, schema, before, timeouts, after) => {
    const config = ctyObject({ timeouts: before });
    expect(withTimeouts(schema, config, timeouts)).toEqual(ctyObject({ timeouts: after }));
  });

  test.each<[name: string, schema: Block, before: Plain, timeouts: OperationTimeouts]>([
    ["there are none", single, null, {}],
    ["a timeout is undefined", single, null, { create: undefined }],
    ["the schema has no such operation", single, null, { update: 1000 }],
    ["the program gave it", single, { ...none, create: "5s" }, { create: 1000 }],
    ["the program gave an unknown one", single, { ...none, create: ctyUnknown }, { create: 1000 }],
    ["the block is unknown", single, ctyUnknown, { create: 1000 }],
    ["the blocks are unknown", list, ctyUnknown, { create: 1000 }],
    ["the member is something else", otherType, null, { create: 1000 }],
    ["the schema has no timeouts", block({}), null, { create: 1000 }],
  ])("returns the same configuration if %s", (_, schema, before, timeouts) => {
    const config = ctyObject({ timeouts: before });
    expect(withTimeouts(schema, config, timeouts)).toBe(config);
  });
});
