import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "testing/resource-failed": "Resource failed in a test",
});
