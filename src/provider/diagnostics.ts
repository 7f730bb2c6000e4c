import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "provider/malformed-package": "This cannot be the name of a provider's package",
  "provider/malformed-version": "This is not the version of a package",
  "provider/malformed-limit": "This is not a number of calls",
  "provider/malformed-window": "This is no time to wait",
  "provider/malformed-token": "This cannot be the token of a resource type or function",
  "provider/duplicate-token": "A provider defines one token twice",
  "provider/not-a-schema": "A field is not described by a schema",
  "provider/reserved-field": "A field has a name that every resource uses itself",
  "provider/unknown-field": "A definition names a field that it does not have",
  "provider/misplaced-write-only": "A field cannot be write-only here",
  "provider/missing-hook": "A definition lacks a function that it needs",
  "provider/async-schema": "A field's schema answers with a promise",
});
