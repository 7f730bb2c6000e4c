import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "state/record-misfit": "A journal record does not fit the state before it",
  "state/name-taken": "Two resources of a stack have one name",
  "state/dangling-reference": "State refers to a resource that it does not hold",
  "state/dependency-cycle": "Resources in state depend on each other in a circle",
  "state/unsound-object": "The objects of a resource contradict each other",
  "state/unsound-intent": "An unfinished operation and its object contradict each other",
  "state/malformed-moves": "The file of recorded renames cannot be used",
});
