import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "program/callback-failed": "Callback of an Output failed",
  "program/callback-timeout": "Callback of an Output timed out",
  "program/callback-never-settles": "Callback of an Output waits for a promise that can never settle",
  "program/promise-rejected": "Promise used as a value was rejected",
  "program/no-such-output": "Provider did not return this output",
  "program/output-cycle": "Outputs depend on each other in a cycle",
  "program/secret-members": "Keys of forEach() or when() are secret",
  "program/asset-content": "Asset content is not text",
  "program/failed": "Program failed",
  "program/changed-prototype": "Program modified a built-in prototype",
});
