import { shellWord } from "../std/shell-word.js";
import type { Command } from "./command.js";
import { optionOf, placeOptions, type OptionValues } from "./options.js";

/**
 * A command that is suggested, as it is to be typed after a command line with these options: for the same project and
 * the same stack. What else the line is stays as it is.
 */
export function aimedCommand(line: string, given: OptionValues, commands: readonly Command[]): string {
  const command = commands.find(({ name }) => `${line} `.startsWith(`coco ${name} `));
  if (command === undefined || aboutItself.has(command.name)) return line;
  const missing = [...placeOptions].reverse().flatMap((name) => {
    const [value, short] = [given[name], optionOf(name).short];
    const said = short === undefined ? `--${name}` : `-${short}`;
    const isSaid = [` ${said} `, ` --${name} `, ` --${name}=`].some((each) => line.includes(each));
    return value === undefined || isSaid || !command.options.includes(name) ? [] : [said, shellWord(value)];
  });
  return [line, ...missing].join(" ");
}

const aboutItself: ReadonlySet<string> = new Set(["help", "version"]);
