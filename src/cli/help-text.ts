import { wrapWords } from "../std/wrap-words.js";
import type { Command } from "./command.js";
import { commonOptions, optionOf, stackOptions, type CommandOptionName } from "./options.js";

/** Some commands that belong together, under a title. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** Everything there is, an entry for each command, and one for all that begin with the same word. */
export function helpText(groups: readonly CommandGroup[], columns = Infinity): string {
  const rows = groups.map(({ title, commands }) => ({ title, lines: groupLines(commands) }));
  const width = Math.max(...rows.flatMap(({ lines }) => lines.map(([left]) => left.length))) + 2;
  return [
    ...wrapWords("Coconut: infrastructure as code for TypeScript.", columns),
    "",
    ...rows.flatMap(({ title, lines }) => [title, ...entryLines(lines, width, columns), ""]),
    "Options of every command",
    ...optionLines([...stackOptions, ...commonOptions], columns),
    "",
    ...wrapWords("A resource is called by its moniker, URN, name or id: coco state ls lists them.", columns),
    "More about a command, with examples:",
    "    coco help <command>",
    "What a diagnostic means:",
    "    coco help <code>",
    "",
  ].join("\n");
}

/** What some commands do, with their options and with examples. */
export function commandHelp(commands: readonly Command[], columns = Infinity): string {
  return commands.map((command) => helpOf(command, columns)).join("\n");
}

function helpOf({ name, takes, says, aliases = [], options, examples }: Command, columns: number): string {
  const own = options.filter((each) => !stackOptions.some((place) => place === each));
  const place = options.filter((each) => !own.includes(each));
  return [
    ["coco", name, ...takes].join(" "),
    ...wrapWords(`  ${says}`, columns, "  "),
    ...(aliases.length === 0 ? [] : [`  also: ${aliases.map((each) => `coco ${each}`).join(", ")}`]),
    "",
    ...optionLines([...own, ...place, ...commonOptions], columns),
    "",
    ...examples.map((example) => `    coco ${example}`),
    "",
  ].join("\n");
}

function groupLines(commands: readonly Command[]): readonly (readonly [left: string, right: string])[] {
  const families = new Map<string, string[]>();
  const lines: [string, string][] = [];
  for (const { name, takes, says } of commands) {
    const [first, second] = name.split(" ") as [string, string?];
    if (second === undefined) {
      lines.push([`  ${[name, ...takes].join(" ")}`, says]);
      continue;
    }
    const family = families.get(first);
    if (family === undefined) {
      families.set(first, [second]);
      lines.push([`  ${first}`, ""]);
    } else family.push(second);
  }
  return lines.map(([left, right]) => [left, right === "" ? families.get(left.trim())!.join(", ") : right]);
}

function optionLines(names: readonly CommandOptionName[], columns: number): readonly string[] {
  const rows = names.map((name) => {
    const { short, takes, inline, says } = optionOf(name);
    const value = inline === undefined ? "" : `[=${inline}]`;
    const spelled = `${short === undefined ? "    " : `-${short}, `}--${name}${value}`;
    return [`  ${takes === undefined ? spelled : `${spelled} ${takes}`}`, says] as const;
  });
  return entryLines(rows, Math.max(...rows.map(([left]) => left.length)) + 2, columns);
}

/** Two columns; where the second would be too narrow to read, it stands below the first. */
export function entryLines(
  rows: readonly (readonly [left: string, right: string])[],
  width: number,
  columns: number,
): readonly string[] {
  if (columns - width >= readable)
    return rows.flatMap(([left, right]) => wrapWords(left.padEnd(width) + right, columns, " ".repeat(width)));
  const below = " ".repeat(6);
  return rows.flatMap(([left, right]) => [
    ...wrapWords(left, columns, below),
    ...wrapWords(below + right, columns, below),
  ]);
}

const readable = 30;
