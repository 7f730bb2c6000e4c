import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "engine/cycle": "Resources need each other in a circle",
  "engine/protected": "A protected resource would be deleted or replaced",
  "engine/premise": "A value came out other than planned",
  "engine/broken-promise": "A provider returned another value than it had planned",
  "engine/external-to-managed": "A resource that this stack only reads cannot be taken over silently",
  "engine/not-found": "An object to be read does not exist",
  "engine/plan-outdated": "The stack is not where it was when the plan was made",
  "engine/nothing-left": "The run waits for something that will never happen",
  "engine/nothing-to-recover": "There is nothing to decide over",
  "engine/uncertain": "What became of an operation is not known",
});
