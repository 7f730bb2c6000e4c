import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "engine/not-replaceable": "Resource cannot be replaced",
  "engine/stack-exists": "Stack already exists",
  "engine/stack-in-use": "Stack still has resources",
  "engine/stack-not-empty": "Stack is not empty",
  "engine/import-modules": "Imported file refers to modules that the project does not list",
  "engine/project-file": "Project file cannot be updated",
  "engine/provider-name": "Name of a package cannot be used",
  "engine/provider-not-named": "coconut.json names no such provider",
  "engine/provider-gap": "Provider lacks an optional feature",
});
