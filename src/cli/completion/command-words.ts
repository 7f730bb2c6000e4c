import type { Command } from "../command.js";
import { groupBy } from "../../std/group-by.js";
import type { Candidate } from "./candidate.js";

/** The command that words begin with, and how many of them are its name. */
export function findCommand(
  words: readonly string[],
  commands: readonly Command[],
): { readonly command: Command; readonly count: number } | undefined {
  for (const count of [2, 1]) {
    const name = words.slice(0, count).join(" ");
    const command = words.length < count ? undefined : commands.find((each) => namesOf(each).includes(name));
    if (command !== undefined) return { command, count };
  }
  return undefined;
}

/**
 * What the next word of a command's name can be. Other names of commands are there for those who begin to type them;
 * they do not crowd the list of everything.
 */
export function commandWords(
  words: readonly string[],
  typed: string,
  commands: readonly Command[],
): readonly Candidate[] {
  const named = commands.flatMap((command) =>
    namesOf(command).flatMap((name) => {
      const parts = name.split(" ");
      const next = words.every((word, index) => parts[index] === word) ? parts[words.length] : undefined;
      const isOffered = name === command.name || (typed !== "" && next?.startsWith(typed));
      return next !== undefined && isOffered ? [{ next, parts, says: command.says }] : [];
    }),
  );
  return [...groupBy(named, ({ next }) => next)].map(([value, meant]) => {
    const further = meant.flatMap(({ parts }) => parts[words.length + 1] ?? []);
    return { value, says: further.length > 0 ? further.join(", ") : meant[0]!.says };
  });
}

function namesOf({ name, aliases = [] }: Command): readonly string[] {
  return [name, ...aliases];
}
