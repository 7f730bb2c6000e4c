import { diagnosticCatalogue } from "../../model/index.js";

export const problem = diagnosticCatalogue({
  "provider/no-such-type": "A provider does not define this resource type",
  "provider/no-such-function": "A provider does not define this function",
  "provider/no-such-method": "A resource type has no such method",
  "provider/no-such-input": "A resource was given something that is not one of its inputs",
  "provider/no-such-setting": "A provider was given something that it has no setting for",
  "provider/invalid-input": "An input was not accepted",
  "provider/invalid-setting": "A setting of a provider was not accepted",
  "provider/constraint": "Inputs do not go together",
  "provider/invalid-answer": "A provider answered with something that its definition does not allow",
  "provider/repeated-ephemeral": "Outputs of a resource may repeat an ephemeral value",
  "provider/hook-failed": "A provider threw an error",
  "provider/no-lookup": "Objects of this type cannot be found by their id",
  "provider/newer-state": "State was written by a newer version of a provider",
});
