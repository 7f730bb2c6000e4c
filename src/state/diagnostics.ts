import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "state/record-mismatch": "Journal record does not match the state before it",
  "state/name-taken": "Two resources of a stack have the same name",
  "state/dangling-reference": "State refers to a resource that does not exist",
  "state/dependency-cycle": "Resources in state have a dependency cycle",
  "state/unsound-object": "Objects of a resource are inconsistent",
  "state/unsound-intent": "Unfinished operation does not match its object",
  "state/deployment-malformed": "Deployment file cannot be read",
  "state/deployment-entry": "Deployment entry cannot be imported",
  "state/deployment-secret": "Secret in the deployment cannot be decrypted",
  "state/deployment-left-out": "Part of the deployment is not imported",
  "state/malformed-moves": "Invalid coconut.moves.json",
});
