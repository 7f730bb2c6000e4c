import { diagnosticCatalogue } from "../diagnostic.js";

export const problem = diagnosticCatalogue({
  "model/malformed-path": "Invalid property path",
  "model/path-too-long": "Property path has too many steps",
  "model/inexpressible-path": "Path cannot be expressed in the ecosystem's notation",
  "model/path-parent-missing": "Parent of the property does not exist",
  "model/path-out-of-range": "Array index is out of range",
});
