import { expect, it } from "vitest";
import { noSchema } from "./open-package.js";

it("says which provider has no usable schema, and why", () => {
  expect(noSchema("the Terraform provider tf_x 1.0.0", "The attribute a has no type.")).toMatchObject({
    code: "provider/terraform-binary",
    severity: "error",
    detail: "The Terraform provider tf_x 1.0.0 returned no usable schema: The attribute a has no type.",
    hint: expect.stringContaining("another version of the provider"),
  });
});
