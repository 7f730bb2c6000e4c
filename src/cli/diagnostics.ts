import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "cli/interrupted": "Command was interrupted",
  "cli/usage": "Invalid command line",
  "cli/no-program": "No program found",
  "cli/project-of-another-user": "Project in a parent folder belongs to another user",
  "cli/malformed-file": "Invalid project file",
  "cli/file-access": "File cannot be read or written",
  "cli/no-such-output": "Stack output does not exist",
  "cli/no-such-config-key": "Configuration value is not set",
  "cli/no-such-template": "Template does not exist",
  "cli/invalid-project-name": "Invalid project name",
  "cli/unusable-folder": "Folder cannot be used for a new project",
  "cli/files-exist": "Files of the new project already exist",
  "cli/package-json-differs": "package.json differs from the template",
});
