import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "engine/config-file": "The configuration file cannot be read or written",
  "engine/config-malformed": "The configuration file is not what it should be",
  "engine/config-plain-secret": "A secret stands in the configuration file as plain text",
  "engine/config-sealed": "A sealed configuration value cannot be opened",
  "engine/config-key": "This is no key for a configuration value",
  "engine/config-value": "This cannot be a configuration value",
  "engine/file-locked": "Another command is changing the file",
});
