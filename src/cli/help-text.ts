import { wrapWords } from "../std/wrap-words.js";
import type { Command } from "./command.js";
import { commonOptions, optionOf, stackOptions, type CommandOptionName } from "./options.js";

/** Commands under one title. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
  /** Summaries of the families in the group: commands that share their first word, such as `state ls`. */
  readonly families?: Readonly<Record<string, string>>;
}

/** The widest help text. Longer lines are hard to read, however wide the terminal is. */
const widest = 100;

/** Returns the overview: one entry for each command, and one for each family of commands. */
export function helpText(groups: readonly CommandGroup[], columns = widest): string {
  const width = Math.min(columns, widest);
  const rows = groups.map((group) => ({ title: group.title, lines: groupLines(group) }));
  const left = Math.max(...rows.flatMap(({ lines }) => lines.map(([name]) => name.length))) + 2;
  return [
    "Coconut: infrastructure as code for TypeScript",
    "",
    "Usage: coco <command> [options]",
    "",
    ...rows.flatMap(({ title, lines }) => [`${title}:`, ...entryLines(lines, left, width), ""]),
    "Common options:",
    ...optionLines([[...stackOptions, ...commonOptions]], width)[0]!,
    "",
    "To refer to a resource, use its moniker, URN, name or ID, as listed by coco state ls.",
    "Help for a command, with examples:",
    "    coco help <command>",
    "Help for a diagnostic code:",
    "    coco help <code>",
    "",
  ]
    .flatMap((line) => wrapWords(line, width))
    .join("\n");
}

/** Returns the usage, the options and examples of each of the commands. */
export function commandHelp(commands: readonly Command[], columns = widest): string {
  return commands.map((command) => helpOf(command, Math.min(columns, widest))).join("\n");
}

function helpOf(command: Command, width: number): string {
  const { name, takes, says, aliases = [], options, examples, optionTexts } = command;
  const own = options.filter((each) => !stackOptions.some((shared) => shared === each));
  const common = [...options.filter((each) => !own.includes(each)), ...commonOptions];
  const [ownLines, commonLines] = optionLines([own, common], width, optionTexts);
  const usage = ["Usage: coco", name, ...takes, "[options]"].join(" ");
  const aliasNames = aliases.map((each) => `coco ${each}`).join(", ");
  return [
    ...wrapWords(says, width),
    "",
    ...wrapWords(usage, width, " ".repeat(7)),
    ...(aliases.length === 0 ? [] : wrapWords(`Aliases: ${aliasNames}`, width, " ".repeat(9))),
    "",
    ...(own.length === 0 ? [] : ["Options:", ...ownLines!, ""]),
    "Common options:",
    ...commonLines!,
    "",
    "Examples:",
    // Not wrapped: they are pasted into a shell.
    ...examples.map((example) => `    coco ${example}`),
    "",
  ].join("\n");
}

type Row = readonly [left: string, right: string];

function groupLines({ commands, families = {} }: CommandGroup): readonly Row[] {
  const members = new Map<string, string[]>();
  for (const { name } of commands) {
    const [first, second] = name.split(" ") as [string, string?];
    if (second !== undefined) members.set(first, [...(members.get(first) ?? []), second]);
  }
  const singles = commands.filter(({ name }) => !name.includes(" "));
  return [
    ...singles.map(({ name, says }): Row => [`  ${name}`, says]),
    ...[...members].map(([first, names]): Row => [`  ${first}`, `${families[first]}: ${names.join(", ")}`]),
  ];
}

/** Returns the lines of several lists of options, all with the same column width. */
function optionLines(
  lists: readonly (readonly CommandOptionName[])[],
  width: number,
  texts: Command["optionTexts"] = {},
): readonly (readonly string[])[] {
  const rows = lists.map((names) =>
    names.map((name): Row => [`  ${spelled(name)}`, texts[name] ?? optionOf(name).says]),
  );
  const left = Math.max(...rows.flat().map(([option]) => option.length)) + 2;
  return rows.map((list) => entryLines(list, left, width));
}

function spelled(name: CommandOptionName): string {
  const { short, takes, inline } = optionOf(name);
  const option = `${short === undefined ? "    " : `-${short}, `}--${name}`;
  if (inline !== undefined) return `${option}[=${inline}]`;
  return takes === undefined ? option : `${option} ${takes}`;
}

/** Returns rows in two columns. If the second would be too narrow to read, it is put below the first. */
export function entryLines(
  rows: readonly (readonly [left: string, right: string])[],
  width: number,
  columns: number,
): readonly string[] {
  if (columns - width >= readable)
    return rows.flatMap(([left, right]) => wrapWords(left.padEnd(width) + right, columns, " ".repeat(width)));
  const below = " ".repeat(6);
  return rows.flatMap(([left, right]) => [
    ...wrapWords(left.replace(/^ {2,}/, "  "), columns, below),
    ...wrapWords(below + right, columns, below),
  ]);
}

const readable = 30;
