import { diagnosticCatalogue } from "../diagnostic.js";

export const problem = diagnosticCatalogue({
  "model/duplicate-key": "Object type has a duplicate key",
  "model/empty-union": "Union type has no members",
  "model/invalid-enum": "Invalid enum type",
  "model/malformed-type": "Invalid type notation",
  "model/type-mismatch": "Value has the wrong type",
  "model/type-too-deep": "Type is nested too deeply",
});
