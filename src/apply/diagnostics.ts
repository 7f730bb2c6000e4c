import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "apply/left-open": "Operation was interrupted",
  "apply/timed-out": "Operation timed out",
  "apply/not-begun": "Operation was not started",
});
