import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "apply/interrupted": "Operation was interrupted",
  "apply/timed-out": "Operation timed out",
  "apply/not-started": "Operation was not started",
});
