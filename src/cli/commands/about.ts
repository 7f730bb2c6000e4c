import { nearestName } from "../../std/nearest-name.js";
import type { Command } from "../command.js";
import { commandHelp, helpText, type CommandGroup } from "../help-text.js";
import { placeOptions } from "../options.js";
import { ownVersion } from "../own-version.js";
import { notWithin, quoted, wrongUsage } from "../usage-problem.js";

const version: Command = {
  name: "version",
  takes: [],
  says: "print the version",
  examples: ["version"],
  options: placeOptions,
  run: async ({ face }) => {
    const number = ownVersion();
    face.show("coconut", number, () => `${number}\n`);
    return 0;
  },
};

/** What `coco` says about itself, and about all its commands. */
export function about(groups: () => readonly CommandGroup[]): readonly Command[] {
  const help: Command = {
    name: "help",
    takes: ["[command]..."],
    says: "say what a command does",
    examples: ["help plan", "help state"],
    options: placeOptions,
    run: async ({ words, face }) => {
      const all = groups();
      const text =
        words.length === 0
          ? helpText(all)
          : commandHelp(
              named(
                words,
                all.flatMap(({ commands }) => commands),
              ),
            );
      face.show("help", text, () => text);
      return 0;
    },
  };
  return [version, help];
}

/** A command, or all that begin with the same word. */
function named(words: readonly string[], commands: readonly Command[]): readonly Command[] {
  const name = words.slice(0, 2).join(" ");
  const isCalled = ({ name: own, aliases = [] }: Command) =>
    [own, ...aliases].some((each) => each === name || each === words[0]);
  const exact = commands.filter(isCalled);
  if (exact.length > 0) return exact;
  const within = commands.filter((each) => each.name.startsWith(`${words[0]} `));
  if (within.length > 0 && words.length === 1) return within;
  if (within.length > 0) throw notWithin(words, within);
  const near = nearestName(words[0]!, [...new Set(commands.map((each) => each.name.split(" ")[0]!))]);
  const meant = near === undefined ? "" : ` It may be ${near}.`;
  throw wrongUsage(`There is no command ${quoted(words[0]!)}.${meant}`);
}
