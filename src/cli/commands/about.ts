import { readFileSync } from "node:fs";
import type { Command } from "../command.js";
import { commandHelp, helpText } from "../help-text.js";
import { placeOptions } from "../options.js";
import { say } from "../print.js";
import { wrongUsage } from "../usage-problem.js";

const version: Command = {
  name: "version",
  takes: [],
  says: "print the version",
  options: placeOptions,
  run: async () => {
    const manifest = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
    say(`${(JSON.parse(manifest) as { version: string }).version}\n`);
    return 0;
  },
};

/** What `coco` says about itself, and about its other commands. */
export function about(others: readonly Command[]): readonly Command[] {
  const help: Command = {
    name: "help",
    takes: ["[command]..."],
    says: "say what a command does",
    options: placeOptions,
    run: async ({ words }) => {
      const all = [...others, ...own];
      if (words.length === 0) say(helpText(all));
      else say(commandHelp(named(words, all)));
      return 0;
    },
  };
  const own = [version, help];
  return own;
}

/** A command, or all that begin with the same word. */
function named(words: readonly string[], commands: readonly Command[]): readonly Command[] {
  const name = words.slice(0, 2).join(" ");
  const exact = commands.filter((each) => each.name === name || each.name === words[0]);
  const found = exact.length > 0 ? exact : commands.filter((each) => each.name.startsWith(`${words[0]} `));
  if (found.length === 0) throw wrongUsage(`There is no command ${JSON.stringify(words[0])}.`);
  return found;
}
