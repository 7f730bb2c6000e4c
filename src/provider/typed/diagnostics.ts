import { diagnosticCatalogue } from "../../model/index.js";

export const problem = diagnosticCatalogue({
  "provider/no-such-type": "Unknown resource type",
  "provider/no-such-function": "Unknown function",
  "provider/no-such-method": "Unknown method",
  "provider/no-such-input": "Unknown input",
  "provider/no-such-setting": "Unknown provider configuration value",
  "provider/invalid-input": "Invalid input",
  "provider/invalid-setting": "Invalid provider configuration",
  "provider/constraint": "Inputs violate a constraint",
  "provider/invalid-answer": "Provider returned an invalid result",
  "provider/repeated-ephemeral": "Outputs of a resource may repeat an ephemeral value",
  "provider/hook-failed": "Provider threw an error",
  "provider/no-lookup": "Resource type does not support lookup by id",
  "provider/newer-state": "State was written by a newer version of the provider",
});
