import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "provider/malformed-package": "Invalid package name",
  "provider/malformed-version": "Invalid provider version",
  "provider/malformed-limit": "Invalid concurrency limit",
  "provider/malformed-window": "Invalid time window",
  "provider/malformed-token": "Invalid type or function token",
  "provider/duplicate-token": "Token is defined twice",
  "provider/not-a-schema": "Field is not a schema",
  "provider/reserved-field": "Field name is reserved",
  "provider/unknown-field": "Definition names an unknown field",
  "provider/misplaced-write-only": "Field cannot be write-only here",
  "provider/missing-hook": "Required hook is missing",
  "provider/async-schema": "Schema is asynchronous",
});
