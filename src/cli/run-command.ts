import { isDiagnosticError, type Diagnostic } from "../model/index.js";
import { parseArguments } from "./arguments.js";
import { commands } from "./commands/index.js";
import { complain } from "./print.js";

/** The exit code for a command line, or a project file, that makes no sense. */
const wrongUsage = 64;

/** Runs one command to its end, and ends the process with its exit code. */
export async function runCommand(given: readonly string[]): Promise<void> {
  // Whoever read the output may go; what was begun goes on.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  try {
    const invocation = parseArguments(given, commands);
    process.exitCode = await invocation.command.run(invocation);
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    complain(error.diagnostics);
    process.exitCode = await exitCodeFor(error.diagnostics);
  }
}

async function exitCodeFor(diagnostics: readonly Diagnostic[]): Promise<number> {
  if (diagnostics.some(({ code }) => usageCodes.has(code))) return wrongUsage;
  const { exitCodeOf } = await import("../engine/index.js");
  return exitCodeOf(diagnostics);
}

const usageCodes: ReadonlySet<string> = new Set([
  "cli/usage",
  "cli/no-program",
  "cli/malformed-file",
  "cli/unreadable-file",
  "model/malformed-environment",
]);
