import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "cli/usage": "The command line is not understood",
  "cli/no-program": "There is no program here",
  "cli/malformed-file": "A file of the project cannot be read",
});
