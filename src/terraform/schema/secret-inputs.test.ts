import { expect, test } from "vitest";
import { block, nested } from "../../../tests/support/terraform-schema.js";
import { identicalValues, secretOf, unknown, type ValueObject } from "../../model/index.js";
import { withSecretInputs } from "./secret-inputs.js";

const schema = block({
  shown: ["string"],
  api_key: ["string", "sensitive"],
  key_wo: ["string", "writeOnly"],
  logins: [nested("list", { name: ["string"], password: ["string", "sensitive"] })],
});

test.each<[string, ValueObject, ValueObject]>([
  ["others stay", { shown: "a", unheard: "b", apiKey: null }, { shown: "a", unheard: "b", apiKey: null }],
  ["sensitive ones, by both names", { apiKey: "a" }, { apiKey: secretOf("a") }],
  ["the name of Terraform", { api_key: "a", key_wo: "b" }, { api_key: secretOf("a"), key_wo: secretOf("b") }],
  ["what is known later", { apiKey: unknown }, { apiKey: secretOf(unknown) }],
  ["what is secret already", { apiKey: secretOf("a") }, { apiKey: secretOf("a") }],
  [
    "a part",
    { logins: [{ name: "a", password: "b" }] },
    { logins: secretOf([{ name: "a", password: "b" }]) },
  ],
])("%s", (_, inputs, expected) => {
  expect(identicalValues(withSecretInputs(schema, inputs), expected)).toBe(true);
});
