import { diagnosticCatalogue } from "../../model/index.js";

export const problem = diagnosticCatalogue({
  "provider/package-not-found": "Provider package not found",
  "provider/package-not-installed": "Package is not installed",
  "provider/module-not-found": "Provider module not found",
  "provider/module-outside-project": "State refers to code outside the project",
  "provider/load-failed": "Provider module failed to load",
  "provider/no-provider": "Module does not export the provider",
  "provider/ambiguous-package": "Two packages have the same name",
  "provider/unknown-kind": "Unknown package kind",
  "provider/malformed-manifest": "Invalid coconut.json or package.json",
});
