import { diagnosticCatalogue } from "../../model/index.js";

export const problem = diagnosticCatalogue({
  "provider/package-not-found": "No package implements this resource type",
  "provider/package-not-installed": "A package is not installed",
  "provider/module-not-found": "A module of the project does not exist",
  "provider/module-outside-project": "State names code that is not the project's",
  "provider/load-failed": "A provider's module could not be loaded",
  "provider/no-provider": "A module has no provider of the wanted name",
  "provider/two-claims": "Two packages have one name",
  "provider/unknown-kind": "State names a kind of packages that is not there",
  "provider/malformed-manifest": "A project or package file cannot be used",
});
