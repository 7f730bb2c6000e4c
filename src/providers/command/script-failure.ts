import { UncertainError } from "../../provider/index.js";
import type { ScriptEnd } from "./run-script.js";

/**
 * What to throw for a script that did not succeed. An exit code is its own word that it failed; of one that was ended
 * from outside nobody knows how far it came. The caller takes secrets out of the message.
 */
export function scriptFailure(name: string, end: ScriptEnd, timeoutMs: number | undefined): Error {
  const { exitCode, signal, endedBy } = end;
  const lines = lastLines(end);
  if (endedBy === undefined && exitCode !== null)
    return new Error(`The ${name} script ended with exit code ${exitCode}. ${lines}`);
  const why =
    endedBy === "timeout"
      ? `took longer than its timeoutMs of ${timeoutMs} and was ended`
      : endedBy === "cancel"
        ? "was ended because the run was cancelled or its time was over"
        : `was ended by ${signal}`;
  return new UncertainError(`The ${name} script ${why}; how far it came is not known. ${lines}`);
}

function lastLines({ stderr }: ScriptEnd): string {
  const lines = stderr.lastLines;
  if (lines.length === 0) return "It printed nothing on stderr.";
  return `The last it printed on stderr:\n${lines.map((line) => `    ${line}`).join("\n")}`;
}

/**
 * What to throw for a script that could not be started. Never what the system threw: that may show the arguments. What
 * has no code is no error of the system: the run was cancelled, or the process could not be recorded.
 */
export function startFailure(interpreter: readonly string[], error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== "string" && error instanceof Error) return error;
  const program = JSON.stringify(interpreter[0]);
  switch (code) {
    case "ENOENT":
      return new Error(`There is no program ${program} to run the script with.`);
    case "EACCES":
      return new Error(`The program ${program} may not be executed.`);
    case "E2BIG":
      return new Error(
        "The script or one of its environment variables is larger than the system takes. Give what is large by stdin or in a file.",
      );
    default:
      return new Error(`The program ${program} could not be started: ${code}.`);
  }
}
