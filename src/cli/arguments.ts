import { parseArgs } from "node:util";
import { DiagnosticError } from "../model/index.js";
import { problem } from "./diagnostics.js";

/** What was asked for on the command line. */
export interface Arguments {
  readonly command: Command;
  readonly directory: string;
  readonly stack: string;
  readonly yes: boolean;
  /** For `recover`: the resource, and what became of it. */
  readonly recover?: {
    readonly resource: string;
    readonly verdict: { readonly adopt: string } | { readonly absent: true };
  };
  /** For `rename`: each old name and its new one. */
  readonly rename?: readonly { readonly from: string; readonly to: string }[];
}

const commands = ["plan", "apply", "destroy", "recover", "rename", "version", "help"] as const;
export type Command = (typeof commands)[number];

export function parseArguments(given: readonly string[]): Arguments {
  const { values, positionals } = parsed(given);
  const [name, ...rest] = positionals;
  const command = values.version ? "version" : values.help || name === undefined ? "help" : name;
  if (!isCommand(command)) throw usage(`There is no command ${JSON.stringify(command)}.`);
  const { cwd = ".", stack = "dev", yes = false } = values;
  const place = { command, directory: cwd, stack, yes };
  if (command === "recover") return { ...place, recover: recovery(rest, values) };
  if (command === "rename") return { ...place, rename: renames(rest) };
  if (rest.length > 0) throw usage(`coco ${command} takes no ${JSON.stringify(rest[0])}.`);
  return place;
}

function recovery(
  [resource, ...rest]: readonly string[],
  { adopt, absent }: { readonly adopt?: string | undefined; readonly absent?: boolean | undefined },
): NonNullable<Arguments["recover"]> {
  if (resource === undefined || rest.length > 0 || (adopt === undefined) === (absent === undefined)) {
    throw usage("coco recover takes one resource, and either --adopt <id> or --absent.");
  }
  return { resource, verdict: adopt === undefined ? { absent: true } : { adopt } };
}

function renames(names: readonly string[]): NonNullable<Arguments["rename"]> {
  if (names.length === 0 || names.length % 2 === 1) {
    throw usage("coco rename takes an old name and a new one, or several such pairs.");
  }
  return names.flatMap((from, index) => (index % 2 === 0 ? [{ from, to: names[index + 1]! }] : []));
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
        adopt: { type: "string" },
        absent: { type: "boolean" },
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
