import { expect, test } from "vitest";
import { block, nested } from "../../../tests/support/terraform-schema.js";
import { ephemeralOf, secretOf, type ValueObject } from "../../model/index.js";
import { configurationOf } from "./configuration.js";
import { secretTextsOf } from "./secret-texts.js";

const schema = block({
  shown: ["string"],
  api_key: ["string", "sensitive"],
  token_wo: ["string", "writeOnly"],
  many: [nested("list", { plain: ["string"], key_wo: ["string", "writeOnly"] })],
  names: [["set", "string"]],
});

test.each<[string, ValueObject, readonly string[]]>([
  ["nothing", { shown: "a text" }, []],
  ["a sensitive attribute", { shown: "a text", apiKey: "key" }, ["key"]],
  [
    "a write-only attribute, also inside",
    { tokenWo: "one", many: [{ plain: "x", keyWo: "two" }] },
    ["one", "two"],
  ],
  ["what the program marks", { shown: secretOf("one"), names: [secretOf("two")] }, ["one", "two"]],
  ["an ephemeral value", { tokenWo: ephemeralOf("one") }, ["one"]],
])("%s", (_, inputs, texts) => {
  const configured = configurationOf(schema, inputs);
  if (configured.kind !== "configured") throw new Error(JSON.stringify(configured.faults));
  expect([...secretTextsOf(schema, configured.value, configured.marks)].toSorted()).toEqual(texts);
});
