import { diagnosticCatalogue } from "../diagnostic.js";

export const problem = diagnosticCatalogue({
  "model/not-a-value": "This cannot be part of a value",
  "model/cyclic-value": "A value contains itself",
  "model/unencodable-value": "This value cannot be written as JSON",
  "model/unknown-signature": "An encoded value has a signature that Coconut does not know",
  "model/malformed-encoding": "An encoded value is malformed",
});
