import { diagnosticCatalogue } from "../diagnostic.js";

export const problem = diagnosticCatalogue({
  "model/not-a-value": "Unsupported value",
  "model/cyclic-value": "Value contains itself",
  "model/unencodable-value": "Value cannot be encoded as JSON",
  "model/unknown-signature": "Encoded value has an unknown signature",
  "model/malformed-encoding": "Encoded value is malformed",
});
