import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "engine/not-replaceable": "There is nothing that could be replaced",
  "engine/stack-exists": "There is a stack of this name already",
  "engine/stack-in-use": "A stack that has resources would be taken away",
  "engine/stack-not-empty": "A stack that has resources would be replaced",
  "engine/import-modules": "A file that is imported names code to load",
  "engine/project-file": "The project file cannot be changed",
  "engine/provider-gap": "A provider could offer more",
});
