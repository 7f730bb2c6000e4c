import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "cli/interrupted": "The command was interrupted",
  "cli/usage": "The command line is not understood",
  "cli/no-program": "There is no program here",
  "cli/project-of-another-user": "The project above this folder belongs to another user",
  "cli/malformed-file": "A file of the project cannot be read",
  "cli/unreadable-file": "A file that was named cannot be read or written",
  "cli/no-such-output": "The stack has no output of this name",
  "cli/no-such-setting": "The stack has no setting of this name",
  "cli/no-such-template": "There is no template of this name",
  "cli/project-name": "A project cannot be called this",
  "cli/folder-taken": "The folder cannot take a new project",
  "cli/files-in-the-way": "Files are in the way of a new project",
  "cli/settings-kept": "The project has settings of its own",
});
