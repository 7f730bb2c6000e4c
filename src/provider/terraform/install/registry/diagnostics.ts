import { diagnosticCatalogue } from "../../../../model/index.js";

export const problem = diagnosticCatalogue({
  "provider/terraform-download": "Download of a Terraform provider failed",
  "provider/terraform-registry": "Registry or mirror returned an invalid answer",
  "provider/terraform-not-offered": "Terraform provider is not available for this platform",
  "provider/terraform-checksum": "Terraform provider does not match its checksum",
  "provider/terraform-signature": "Invalid signature of a Terraform provider",
  "provider/terraform-expired-key": "Terraform provider was signed with an expired key",
  "provider/terraform-unsigned": "Terraform provider is not signed",
});
