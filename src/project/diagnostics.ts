import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "engine/config-file": "Cannot read or write the configuration file",
  "engine/config-malformed": "Invalid configuration file",
  "engine/config-plain-secret": "Secret is stored as plain text in the configuration file",
  "engine/config-sealed": "Encrypted configuration value cannot be decrypted",
  "engine/config-key": "Invalid configuration key",
  "engine/config-value": "Invalid configuration value",
  "engine/file-locked": "Another command is changing the file",
});
