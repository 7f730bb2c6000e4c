import { isDiagnosticError, type Diagnostic } from "../model/index.js";
import { aimedCommand } from "./aimed-command.js";
import { parseArguments } from "./arguments.js";
import { commands } from "./commands/index.js";
import { makeFace, type Face } from "./face/index.js";

/** The exit code for a command line, or a project file, that makes no sense. */
const wrongUsage = 64;

/** Runs one command to its end, and ends the process with its exit code. */
export async function runCommand(given: readonly string[]): Promise<void> {
  let face: Face | undefined;
  try {
    const invocation = parseArguments(given, commands);
    const { command, options } = invocation;
    const suggest = (line: string) => aimedCommand(line, options, commands);
    face = makeFace(command.name, { ...options, suggest });
    process.exitCode = await command.run({ ...invocation, face });
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    // A command line that is not understood may still say how it wants to hear that.
    face ??= makeFace("", { json: given.includes("--json"), events: given.includes("--events") });
    face.complain(error.diagnostics);
    process.exitCode = await exitCodeFor(error.diagnostics);
  }
  await face.end(process.exitCode);
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
