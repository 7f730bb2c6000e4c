import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "state/record-misfit": "A journal record does not fit the state before it",
  "state/name-taken": "Two resources of a stack have one name",
  "state/dangling-reference": "State refers to a resource that it does not hold",
  "state/dependency-cycle": "Resources in state depend on each other in a circle",
  "state/unsound-object": "The objects of a resource contradict each other",
  "state/unsound-intent": "An unfinished operation and its object contradict each other",
  "state/deployment-malformed": "This is no deployment that can be read",
  "state/deployment-entry": "An entry of the deployment cannot be taken over",
  "state/deployment-secret": "A secret of the deployment cannot be opened",
  "state/deployment-left-out": "Something of the deployment has no place here",
  "state/malformed-moves": "The file of recorded renames cannot be used",
});
