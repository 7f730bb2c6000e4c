import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "apply/left-open": "An operation was left before it had ended",
  "apply/timed-out": "An operation took longer than it may",
  "apply/not-begun": "An operation was not begun",
});
