import { join, resolve } from "node:path";
import { isDiagnosticError, printEnvironment } from "../../model/index.js";
import { joinedReads, readNow } from "../../std/files-read.js";
import type { Command, Invocation } from "../command.js";
import {
  commonOptions,
  optionOf,
  planningOptions,
  stackOptions,
  type CommandOptionValues,
} from "../options.js";
import { selectedStack } from "../selected-stack.js";
import { planRequest } from "../request.js";
import { terminalOf } from "../terminal/index.js";
import { wrongUsage } from "../usage-problem.js";

export const watch: Command = {
  name: "watch",
  aliases: ["dev"],
  takes: ["[path]..."],
  wants: { path: "file" },
  says: "Watch the program's files, and plan again on every change",
  examples: ["watch", "watch --apply", "watch -t web", "watch templates/", "watch --apply --yes -s scratch"],
  options: [...stackOptions, "apply", "yes", ...planningOptions],
  optionTexts: { yes: "With --apply, also apply plans that delete something" },
  run: async (invocation) => {
    const { options, words, face } = invocation;
    checkOptions(invocation);
    const place = selectedStack(options);
    const { exitCodes } = await import("../../runner/index.js");
    const { watchProgram } = await import("../watch/watch-program.js");
    const { stdin: input, stdout: output, env: environment } = process;
    const also = words.map((word) => resolve(word));
    const projectFiles = await filesOfProject(options);
    const exitCode = await watchProgram(
      {
        command: roundCommand(options),
        projectFolder: place.projectFolder,
        stack: printEnvironment(place),
        always: () => joinedReads(readNow(projectFiles()), readNow(also)),
        applies: options.apply === true,
        isScreen: !options.events && terminalOf({ environment, output, input }).isInteractive,
      },
      face,
    );
    return Object.values(exitCodes).find((each) => each === exitCode) ?? exitCodes.failed;
  },
};

function checkOptions(invocation: Invocation): void {
  const { command, options } = invocation;
  if (options.json)
    throw wrongUsage(
      "--json prints one document when the command ends, but coco watch runs until it is interrupted. Use --events.",
      command.name,
    );
  if (options.yes && !options.apply) throw wrongUsage("--yes needs --apply.", command.name);
  // Refuse now what every round would refuse.
  planRequest(invocation);
}

/** Returns a function that lists the files that affect every plan, whatever the program imports. The stack, and with it the configuration file, may change with `coconut.json`. */
async function filesOfProject(options: CommandOptionValues): Promise<() => readonly string[]> {
  const { configFileName } = await import("../../project/index.js");
  let place = selectedStack(options);
  return () => {
    try {
      place = selectedStack(options);
    } catch (error) {
      if (!isDiagnosticError(error)) throw error;
    }
    const { projectFolder, entry, name, namespace } = place;
    const config = configFileName(name, namespace);
    return ["coconut.json", "coconut.moves.json", "package.json", config, entry].map((file) =>
      join(projectFolder, file),
    );
  };
}

/** Returns the command line of each round of a watch with these options. */
export function roundCommand(options: CommandOptionValues): readonly string[] {
  const passed = [...stackOptions, ...planningOptions, ...commonOptions] as const;
  return [
    options.apply ? "apply" : "plan",
    ...passed.flatMap((name) => {
      const value = options[name];
      if (value === undefined) return [];
      if (optionOf(name).type === "boolean") return [`--${name}`];
      return (Array.isArray(value) ? value : [value]).map((each) => `--${name}=${each}`);
    }),
    ...(options.yes ? ["--yes"] : []),
  ];
}
