import { diagnosticCatalogue } from "../diagnostic.js";

export const problem = diagnosticCatalogue({
  "model/malformed-type-token": "This is not a type token",
  "model/malformed-urn": "This is not a URN",
  "model/invalid-urn-part": "This cannot be part of a resource's URN",
  "model/malformed-environment": "This is not the name of an environment",
  "model/unknown-moniker": "No resource has this moniker",
  "model/ambiguous-moniker": "More than one resource has this moniker",
});
