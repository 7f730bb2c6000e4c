import type { ExitCode } from "../runner/index.js";
import type { Diagnostic } from "../model/index.js";

/** What the process ends with after these. Those of a command line or a file of the project need no engine. */
export async function exitCodeFor(diagnostics: readonly Diagnostic[]): Promise<ExitCode> {
  if (diagnostics.some(({ code }) => usageCodes.has(code))) return wrongUsage;
  const { exitCodeOf } = await import("../runner/index.js");
  return exitCodeOf(diagnostics);
}

/** The exit code for a command line, or a project file, that makes no sense. */
const wrongUsage: ExitCode = 64;

const usageCodes: ReadonlySet<string> = new Set([
  "cli/usage",
  "cli/no-program",
  "cli/project-of-another-user",
  "cli/malformed-file",
  "cli/unreadable-file",
  "cli/no-such-template",
  "cli/project-name",
  "cli/folder-taken",
  "model/malformed-environment",
]);
