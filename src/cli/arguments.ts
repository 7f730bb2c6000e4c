import { parseArgs } from "node:util";
import { DiagnosticError } from "../model/index.js";
import { problem } from "./diagnostics.js";

/** What was asked for on the command line. */
export interface Arguments {
  readonly command: Command;
  readonly directory: string;
  readonly stack: string;
  readonly yes: boolean;
}

const commands = ["plan", "apply", "destroy", "version", "help"] as const;
export type Command = (typeof commands)[number];

export function parseArguments(given: readonly string[]): Arguments {
  const { values, positionals } = parsed(given);
  const [name, ...rest] = positionals;
  const command = values.version ? "version" : values.help || name === undefined ? "help" : name;
  if (!isCommand(command)) throw usage(`There is no command ${JSON.stringify(command)}.`);
  if (rest.length > 0) throw usage(`coco ${command} takes no ${JSON.stringify(rest[0])}.`);
  const { cwd = ".", stack = "dev", yes = false } = values;
  return { command, directory: cwd, stack, yes };
}

function parsed(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        cwd: { type: "string", short: "C" },
        stack: { type: "string", short: "s" },
        yes: { type: "boolean", short: "y" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean" },
      },
    });
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error));
  }
}

function isCommand(text: string): text is Command {
  return (commands as readonly string[]).includes(text);
}

function usage(detail: string): DiagnosticError {
  return new DiagnosticError(
    problem("cli/usage", { detail, hint: `The commands are ${commands.join(", ")}:\n    coco help` }),
  );
}
