import { diagnosticCatalogue } from "../diagnostic.js";

export const problem = diagnosticCatalogue({
  "model/malformed-path": "This is not a property path",
  "model/path-too-long": "This property path has too many steps",
  "model/inexpressible-path": "The ecosystem's paths cannot express this path",
  "model/path-leads-nowhere": "There is nothing at this path to set a property of",
  "model/path-out-of-range": "This path leads past the end of an array",
});
