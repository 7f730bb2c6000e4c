import { diagnosticCatalogue } from "../../../model/index.js";

export const problem = diagnosticCatalogue({
  "provider/terraform-archive": "Archive of a Terraform provider cannot be unpacked",
});
