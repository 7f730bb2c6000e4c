import { nearestName } from "../../std/nearest-name.js";
import type { Command } from "../command.js";
import { diagnosticHelp, isDiagnosticCode } from "../diagnostic-help.js";
import { commandHelp, helpText, type CommandGroup } from "../help-text.js";
import { stackOptions } from "../options.js";
import { ownVersion } from "../../std/own-package.js";
import { notWithin, quotedWord, wrongUsage } from "../usage-problem.js";

const version: Command = {
  name: "version",
  takes: [],
  says: "Print the version",
  examples: ["version"],
  options: stackOptions,
  run: async ({ face }) => {
    const number = ownVersion();
    face.show("coconut", number, () => `${number}\n`);
    return 0;
  },
};

/** Returns the commands `version` and `help`. `groups` returns all commands, including these. */
export function aboutCommands(groups: () => readonly CommandGroup[]): readonly Command[] {
  const help: Command = {
    name: "help",
    takes: ["[command]..."],
    says: "Show help for a command or a diagnostic code",
    examples: ["help plan", "help state", "help store/locked"],
    options: stackOptions,
    run: async ({ words, face }) => {
      const [code = ""] = words;
      if (isDiagnosticCode(code)) {
        face.show("help", diagnosticHelp(code), ({ width }) => diagnosticHelp(code, width));
        return 0;
      }
      const all = groups();
      const text = (columns?: number) =>
        words.length === 0 ? helpText(all, columns) : commandHelp(named(words, all), columns);
      face.show("help", text(), ({ width }) => text(width));
      return 0;
    },
  };
  return [version, help];
}

/** Returns the named command, or all commands of the named family. */
function named(words: readonly string[], groups: readonly CommandGroup[]): readonly Command[] {
  const commands = groups.flatMap((group) => group.commands);
  const name = words.slice(0, 2).join(" ");
  const isCalled = ({ name: own, aliases = [] }: Command) =>
    [own, ...aliases].some((each) => each === name || each === words[0]);
  const exact = commands.filter(isCalled);
  if (exact.length > 0) return exact;
  const within = commands.filter((each) => each.name.startsWith(`${words[0]} `));
  if (within.length > 0 && words.length === 1) return within;
  if (within.length > 0) throw notWithin(words, within);
  const near = nearestName(words[0]!, [...new Set(commands.map((each) => each.name.split(" ")[0]!))]);
  const meant = near === undefined ? "" : ` Did you mean ${near}?`;
  throw wrongUsage(`Unknown command ${quotedWord(words[0]!)}.${meant}`);
}
