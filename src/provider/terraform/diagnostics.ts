import { diagnosticCatalogue } from "../../model/index.js";

export const problem = diagnosticCatalogue({
  "provider/terraform-not-named": "Terraform provider is not in coconut.json",
  "provider/terraform-source": "Not the source of a Terraform provider",
  "provider/terraform-type": "Terraform provider has no such type",
  "provider/terraform-binary": "Terraform provider cannot be used",
  "provider/terraform-input": "Invalid input for a Terraform resource",
  "provider/terraform-refused": "Terraform provider reported an error",
  "provider/terraform-invalid-plan": "Terraform provider returned an invalid plan",
  "provider/terraform-inconsistent": "Terraform provider returned another result than it planned",
  "provider/terraform-unknown-result": "Terraform provider left values unknown",
  "provider/terraform-answer": "Terraform provider returned an invalid value",
  "provider/terraform-state": "State of a Terraform resource cannot be used",
  "provider/terraform-typings": "Modules of a Terraform provider cannot be written",
  "provider/terraform-state-file": "Terraform state file cannot be read",
  "provider/terraform-no-import": "Terraform resource cannot be imported",
});
