import { parseArgs } from "node:util";
import { nearestName } from "../std/nearest-name.js";
import type { Command, Invocation } from "./command.js";
import {
  commonOptions,
  optionNames,
  optionOf,
  optionTable,
  type CommandOptionName,
  type CommandOptionValues,
} from "./options.js";
import { notWithin, quotedWord, wrongUsage } from "./usage-problem.js";

/** Parses a command line: the command, its arguments and its options. Throws `cli/usage` if it is invalid. */
export function parseArguments(
  given: readonly string[],
  commands: readonly Command[],
): Omit<Invocation, "face"> {
  const { tokens } = parseArgs({
    args: [...given],
    options: optionTable,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const positionals = tokens.filter((token) => token.kind === "positional");
  const texts = positionals.map(({ value }) => value);
  const asked = tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
  const command = commandOf(texts, asked, commands);
  const count = wordCount(command, texts);
  const words = texts.slice(count);
  const options = optionValues(
    tokens.filter((token) => token.kind === "option"),
    command,
  );
  if (options.json && options.events) throw wrongUsage("Give --json or --events, not both.", command.name);
  checkCount(command, words.length);
  const named = new Set(positionals.slice(0, count).map(({ index }) => index));
  return { command, words, options, rest: given.filter((_, index) => !named.has(index)) };
}

/** Finds the command. `coco plan --help` is `coco help plan`. */
function commandOf(
  words: readonly string[],
  asked: readonly string[],
  commands: readonly Command[],
): Command {
  const named = (name: string) => commands.find((each) => each.name === name || each.aliases?.includes(name));
  if (asked.includes("version")) return named("version")!;
  if (asked.includes("help") || words.length === 0) return named("help")!;
  const found = named(words.slice(0, 2).join(" ")) ?? named(words[0]!);
  if (found !== undefined) return found;
  const within = commands.filter(({ name }) => name.startsWith(`${words[0]} `));
  if (within.length > 0) throw notWithin(words, within);
  const names = commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  const near = nearestName(words[0]!, [...new Set(names.map((name) => name.split(" ")[0]!))]);
  const meant = near === undefined ? "" : ` Did you mean ${near}?`;
  throw wrongUsage(`Unknown command ${quotedWord(words[0]!)}.${meant}`);
}

function wordCount({ name, aliases = [] }: Command, words: readonly string[]): number {
  const names = new Set([name, ...aliases]);
  if (names.has(words.slice(0, 2).join(" "))) return Math.min(words.length, 2);
  return words[0] !== undefined && names.has(words[0]) ? 1 : 0;
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function optionValues(tokens: readonly OptionToken[], command: Command): CommandOptionValues {
  const values: { [name: string]: boolean | string | readonly string[] } = {};
  for (const token of tokens) {
    const name = optionName(token, command);
    const { type, multiple, inline } = optionOf(name);
    const hasValue = type === "string" || (inline !== undefined && token.inlineValue === true);
    const value = hasValue ? text(token, command, inline) : flag(token, command);
    values[name] = multiple
      ? [...((values[name] as readonly string[] | undefined) ?? []), String(value)]
      : value;
  }
  return values;
}

function optionName({ name, rawName }: OptionToken, command: Command): CommandOptionName {
  const found = optionNames.find((each) => each === name);
  if (found === undefined) {
    const near = nearestName(name, [...command.options, ...commonOptions]);
    const meant = near === undefined ? "" : ` Did you mean --${near}?`;
    throw wrongUsage(`Unknown option ${quotedWord(rawName).slice(1, -1)}.${meant}`, command.name);
  }
  const taken: readonly string[] = [...commonOptions, ...command.options, "version"];
  if (command.name === "help" || taken.includes(found)) return found;
  throw wrongUsage(`coco ${command.name} does not support ${rawName}.`, command.name);
}

function flag({ rawName, inlineValue }: OptionToken, command: Command): true {
  if (!inlineValue) return true;
  throw wrongUsage(`${rawName} does not take a value.`, command.name);
}

/**
 * Returns the value of an option. A value that starts with a dash is taken for the next option, so the value is
 * missing; `--out=-x` gives such a value.
 */
function text({ rawName, value, inlineValue }: OptionToken, command: Command, inline?: string): string {
  // The command reports an empty value itself if the value is optional.
  if (value === "" && inline !== undefined) return value;
  if (value !== undefined && value !== "" && (inlineValue || !value.startsWith("-"))) return value;
  throw wrongUsage(`${rawName} needs a value.`, command.name);
}

function checkCount({ name, takes }: Command, count: number): void {
  const needed = takes.filter((each) => each.startsWith("<")).length;
  const isOpen = takes.some((each) => each.endsWith("..."));
  if (count >= needed && (isOpen || count <= takes.length)) return;
  throw wrongUsage(
    takes.length === 0
      ? `coco ${name} takes no arguments.`
      : `Wrong number of arguments. Usage:\n    coco ${name} ${takes.join(" ")}`,
    name,
  );
}
