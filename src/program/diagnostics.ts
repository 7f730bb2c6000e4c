import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "program/callback-failed": "A callback of an Output failed",
  "program/callback-timeout": "A callback of an Output took too long",
  "program/callback-never-settles": "A callback of an Output waits for something that will never happen",
  "program/promise-rejected": "A promise that the program handed over was rejected",
  "program/no-such-output": "A provider returned no output of this name",
  "program/output-cycle": "Outputs wait for each other in a circle",
  "program/secret-members": "The keys of members are secret",
  "program/asset-content": "The content of an asset is no text",
  "program/failed": "The program failed",
  "program/changed-prototype": "The program changed what all objects inherit",
});
