import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "plan/no-such-resource": "A resource is named that the stack does not have",
  "plan/no-such-output": "An output is named that the stack does not have",
  "plan/ambiguous-resource": "A name stands for several resources",
  "plan/bad-alias": "An alias cannot be read",
  "plan/claimed-twice": "Two resources say that they were the same one",
  "plan/shared-global-id": "Two resources have one global id",
  "plan/name-taken": "A resource cannot have the name of another",
  "plan/unfit-name": "A resource cannot have that name",
  "plan/not-replaceable": "There is nothing that could be replaced",
  "plan/replace-not-targeted": "A resource is to be replaced that is not to be touched",
});
