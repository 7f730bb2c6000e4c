import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "plan/no-such-resource": "Resource not found",
  "plan/no-such-output": "Output not found",
  "plan/ambiguous-resource": "Resource name is ambiguous",
  "plan/bad-alias": "Alias is not a valid URN",
  "plan/alias-conflict": "Two resources claim the same resource in state",
  "plan/shared-global-id": "Two resources have the same global id",
  "plan/name-taken": "Resource name is already in use",
  "plan/invalid-rename": "Resource cannot be renamed to this name",
  "plan/not-replaceable": "Resource cannot be replaced",
  "plan/replace-not-targeted": "Resource to replace is not targeted",
});
