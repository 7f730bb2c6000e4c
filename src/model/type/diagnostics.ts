import { diagnosticCatalogue } from "../diagnostic.js";

export const problem = diagnosticCatalogue({
  "model/duplicate-key": "An object type names the same key twice",
  "model/empty-union": "A union type has no members",
  "model/invalid-enum": "This is not an enum type",
  "model/malformed-type": "This is not the notation of a type",
  "model/type-mismatch": "A value does not have its type",
  "model/type-too-deep": "A type is nested too deeply",
});
