import { isDiagnosticError } from "../model/index.js";
import { shellWord } from "../std/shell-word.js";
import { parseArguments } from "./arguments.js";
import type { Command } from "./command.js";
import { commands } from "./commands/index.js";
import { exitCodeFor } from "./on-program.js";
import { makeFace, type Face } from "./face/index.js";
import { optionOf, stackOptions, type CommandOptionValues } from "./options.js";
import { watchedRound } from "./watch/watched-round.js";

/** Exit code of Node for a promise that never settles because the event loop is empty. */
const neverSettled = 13;

/** Runs one command and sets the exit code of the process. */
export async function runCommand(given: readonly string[]): Promise<void> {
  process.exitCode = neverSettled;
  let face: Face | undefined;
  try {
    const invocation = parseArguments(given, commands);
    const { command, options } = invocation;
    const suggest = (line: string) => withStackOptions(line, options, commands);
    face = makeFace(command.name, { ...options, suggest });
    process.exitCode = await command.run({ ...invocation, face, round: watchedRound() });
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    // An invalid command line may still select the output format.
    face ??= makeFace("", { json: given.includes("--json"), events: given.includes("--events") });
    face.complain(error.diagnostics);
    process.exitCode = await exitCodeFor(error.diagnostics);
  }
  await face.end(process.exitCode);
}

/**
 * Returns a suggested command line with the options that select the project and stack of the current command line.
 */
export function withStackOptions(
  line: string,
  given: CommandOptionValues,
  commands: readonly Command[],
): string {
  const command = commands.find(({ name }) => `${line} `.startsWith(`coco ${name} `));
  if (command === undefined || aboutItself.has(command.name)) return line;
  const missing = [...stackOptions].reverse().flatMap((name) => {
    const [value, short] = [given[name], optionOf(name).short];
    const said = short === undefined ? `--${name}` : `-${short}`;
    const isSaid = [` ${said} `, ` --${name} `, ` --${name}=`].some((each) => line.includes(each));
    return value === undefined || isSaid || !command.options.includes(name) ? [] : [said, shellWord(value)];
  });
  return [line, ...missing].join(" ");
}

const aboutItself: ReadonlySet<string> = new Set(["help", "version"]);
