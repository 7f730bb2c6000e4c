import { diagnosticCatalogue } from "../../model/index.js";

export const problem = diagnosticCatalogue({
  "provider/child-start": "Provider process did not start",
  "provider/child-died": "Provider process exited unexpectedly",
  "provider/process-timeout": "Provider process timed out",
  "provider/protocol-violation": "Provider process sent an invalid message",
});
