import { diagnosticCatalogue } from "../diagnostic.js";

export const problem = diagnosticCatalogue({
  "model/malformed-type-token": "Invalid type token",
  "model/malformed-urn": "Invalid URN",
  "model/invalid-urn-part": "Invalid part of a URN",
  "model/malformed-environment": "Invalid environment name",
  "model/unknown-moniker": "No resource has this moniker",
  "model/ambiguous-moniker": "Moniker is ambiguous",
});
