import { diagnosticCatalogue } from "../../../model/index.js";

export const problem = diagnosticCatalogue({
  "provider/terraform-archive": "Archive of a Terraform provider cannot be unpacked",
  "provider/terraform-package": "Package of a Terraform provider cannot be used",
  "provider/terraform-hash": "Terraform provider does not match the lock file",
  "provider/terraform-lock-file": "Lock file of Terraform providers cannot be used",
  "provider/terraform-not-locked": "Terraform provider is not in the lock file",
  "provider/terraform-not-installed": "Terraform provider is not installed",
  "provider/terraform-no-version": "No version of a Terraform provider can be installed",
  "provider/terraform-cli-configuration": "Configuration of Terraform's command line cannot be used",
  "provider/terraform-override": "Terraform provider is overridden",
  "provider/terraform-cache": "Folder for Terraform providers cannot be written",
});
