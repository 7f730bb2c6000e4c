import { isDiagnosticError } from "../model/index.js";
import { aimedCommand } from "./aimed-command.js";
import { parseArguments } from "./arguments.js";
import { commands } from "./commands/index.js";
import { exitCodeFor } from "./exit-code-for.js";
import { makeFace, type Face } from "./face/index.js";
import { watchedRound } from "./watch/watched-round.js";

/** What Node says of a module that waits for what nothing can bring about any more. */
const neverSettled = 13;

/** Runs one command to its end, and ends the process with its exit code. */
export async function runCommand(given: readonly string[]): Promise<void> {
  process.exitCode = neverSettled;
  let face: Face | undefined;
  try {
    const invocation = parseArguments(given, commands);
    const { command, options } = invocation;
    const suggest = (line: string) => aimedCommand(line, options, commands);
    face = makeFace(command.name, { ...options, suggest });
    process.exitCode = await command.run({ ...invocation, face, round: watchedRound() });
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    // A command line that is not understood may still say how it wants to hear that.
    face ??= makeFace("", { json: given.includes("--json"), events: given.includes("--events") });
    face.complain(error.diagnostics);
    process.exitCode = await exitCodeFor(error.diagnostics);
  }
  await face.end(process.exitCode);
}
