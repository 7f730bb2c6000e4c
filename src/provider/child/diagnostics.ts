import { diagnosticCatalogue } from "../../model/index.js";

export const problem = diagnosticCatalogue({
  "provider/child-start": "The process of a provider did not start",
  "provider/child-died": "The process of a provider ended while it was in use",
  "provider/child-silent": "The process of a provider did not answer in time",
  "provider/child-garbled": "The process of a provider sent something that cannot be understood",
});
