/** Writes docs/terraform-providers.md from the tests with Terraform providers. */
import { writeFileSync } from "node:fs";
import { matrixPage } from "../tests/terraform/matrix/matrix-page.js";

writeFileSync("docs/terraform-providers.md", matrixPage());
