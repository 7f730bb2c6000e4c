import { parseArgs } from "node:util";
import { groupBy } from "../../std/group-by.js";
import type { Command } from "../command.js";
import {
  argumentKindOf,
  commonOptions,
  optionNames,
  optionOf,
  optionTable,
  stackOptions,
  type ArgumentKind,
  type CommandOptionName,
} from "../options.js";

/** A command line without `coco`, split at the cursor. */
export interface CompletionLine {
  readonly before: readonly string[];
  /** The word at the cursor, up to the cursor. */
  readonly typed: string;
  readonly after: readonly string[];
}

/** The kind of word that is expected at the cursor. */
export interface Wanted {
  /** Fixed first part of the word, such as `--stack=`. */
  readonly lead: string;
  readonly typed: string;
  readonly wants: ArgumentKind | readonly Candidate[];
  /** Options that select the project and stack. */
  readonly place: { readonly [Name in (typeof stackOptions)[number]]?: string };
}

/** Returns what is expected at the cursor. Uses only the table of commands. */
export function wantedAt(line: CompletionLine, commands: readonly Command[]): Wanted {
  const { before, typed, after } = line;
  const place = placeOn([...before, typed, ...after], before.length);
  const wanted = (wants: Wanted["wants"] | undefined, lead = ""): Wanted => ({
    lead,
    typed: typed.slice(lead.length),
    wants: wants ?? [],
    place,
  });
  const tokens = tokensOf(before);
  const last = tokens.at(-1);
  if (last?.kind === "option" && last.value === undefined && isTextOption(last.name))
    return wanted(valueOf(last.name));
  const isOver = tokens.some(({ kind }) => kind === "option-terminator");
  const words = tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  const found = findCommand(words, commands);
  if (typed.startsWith("-") && !isOver) {
    const [lead, name] = inlineValue(typed);
    if (lead !== "") return wanted(name === undefined ? [] : valueOf(name), lead);
    return wanted(optionsLeft(line, found?.command));
  }
  if (found === undefined) return wanted(commandWords(words, typed, commands));
  const rest = words.slice(found.count);
  const taken = argumentAt(found.command, rest.length);
  return wanted(taken === "command" ? commandWords(rest, typed, commands) : fixedOrKind(taken));
}

function tokensOf(words: readonly string[]) {
  const { tokens } = parseArgs({
    args: [...words],
    options: optionTable,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  return tokens;
}

/** Returns the stack options on the whole line, except the one being typed. */
function placeOn(words: readonly string[], current: number): Wanted["place"] {
  const given = tokensOf(words).flatMap((token) => {
    const isPlace = token.kind === "option" && stackOptions.some((name) => name === token.name);
    return isPlace && token.index !== current && token.value ? [[token.name, token.value] as const] : [];
  });
  return Object.fromEntries(given);
}

function isTextOption(name: string): boolean {
  const known = optionNames.find((each) => each === name);
  return known !== undefined && optionOf(known).type === "string";
}

function valueOf(name: string): Wanted["wants"] | undefined {
  const known = optionNames.find((each) => each === name);
  if (known === undefined) return undefined;
  const { values, wants, takes = "" } = optionOf(known);
  return values?.map((value) => ({ value })) ?? wants ?? argumentKindOf(takes.replace(/^<|>$/g, ""));
}

/** Splits an option with an attached value: `--stack=dev`, `-sdev`. */
function inlineValue(typed: string): readonly [lead: string, option?: string] {
  const long = /^--([^=]+)=/.exec(typed);
  if (long !== null) return [long[0], long[1]!];
  const short = optionNames.find((name) => optionOf(name).short === typed[1]);
  const isValue = typed.length > 2 && typed[1] !== "-" && short !== undefined && isTextOption(short);
  return isValue ? [typed.slice(0, 2), short] : [""];
}

/** Returns the options of the command that are not given yet or can be repeated. */
function optionsLeft(
  { before, typed, after }: CompletionLine,
  command: Command | undefined,
): readonly Candidate[] {
  const own: readonly CommandOptionName[] = command?.options ?? [...stackOptions, "version"];
  const given = new Set(
    [...tokensOf(before), ...tokensOf(after)].flatMap((token) =>
      token.kind === "option" ? [token.name] : [],
    ),
  );
  const left = [...own, ...commonOptions].filter((name) => !given.has(name) || optionOf(name).multiple);
  return left.flatMap((name) => {
    const { short, says: general } = optionOf(name);
    const says = command?.optionTexts?.[name] ?? general;
    const isShort = typed.length === 2 && typed === `-${short}`;
    return [{ value: isShort ? typed : `--${name}`, says }];
  });
}

function fixedOrKind(taken: ExpectedArgument | undefined): Wanted["wants"] | undefined {
  return typeof taken === "object" ? taken.oneOf.map((value) => ({ value })) : taken;
}

/** A candidate for a word. */
export interface Candidate {
  readonly value: string;
  /** Description, for shells that show it. */
  readonly says?: string;
}

/** Finds the command at the start of the words, and the number of words in its name. */
function findCommand(
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
 * Returns candidates for the next word of a command's name. Aliases are offered only once their first letters are typed,
 * to keep the full list short.
 */
function commandWords(
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

/** The kind of an argument, or its fixed values. */
type ExpectedArgument = ArgumentKind | { readonly oneOf: readonly string[] };

/** Returns the kind of the argument at an index; undefined if it is free text or does not exist. */
export function argumentAt({ takes, wants = {} }: Command, place: number): ExpectedArgument | undefined {
  const words = takes.map(namesIn);
  const [last = [], isOpen] = [words.at(-1), takes.at(-1)?.endsWith("...") ?? false];
  const once = isOpen ? words.slice(0, -1).flat() : words.flat();
  const name = once[place] ?? (isOpen ? last[(place - once.length) % last.length] : undefined);
  if (name === undefined) return undefined;
  if (Object.hasOwn(wants, name)) return wants[name] ?? undefined;
  return name.includes("|") ? { oneOf: name.split("|") } : argumentKindOf(name);
}

/** Returns the names in an argument such as `<stack>`, `[resource]...` or `[<old> <new>]...`. */
function namesIn(take: string): readonly string[] {
  const inner = take.replace(/\.\.\.$/, "").replace(/^[<[]|[\]>]$/g, "");
  return inner.split(/>\s*</).map((name) => name.replace(/^<|>$/g, ""));
}
