import { parseArgs } from "node:util";
import type { Command } from "../command.js";
import {
  commonOptions,
  optionNames,
  optionOf,
  optionTable,
  placeOptions,
  type OptionName,
} from "../options.js";
import { wordKindOf, type WordKind } from "../word-kind.js";
import type { Candidate } from "./candidate.js";
import { commandWords, findCommand } from "./command-words.js";
import { takenWord, type TakenWord } from "./taken-words.js";

/** A command line without `coco`, and where in it the cursor is. */
export interface CompletionLine {
  readonly before: readonly string[];
  /** The word that the cursor is in, up to it. */
  readonly typed: string;
  readonly after: readonly string[];
}

/** What a word could become. */
export interface Wanted {
  /** The part of it that stays as it is: `--stack=`. */
  readonly lead: string;
  readonly typed: string;
  readonly wants: WordKind | readonly Candidate[];
  /** Which project and which stack the line is about. */
  readonly place: { readonly [Name in (typeof placeOptions)[number]]?: string };
}

/** What is wanted where the cursor is, by the table of commands alone. */
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
  const taken = takenWord(found.command, rest.length);
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

/** Anywhere on the line, but not what is being typed. */
function placeOn(words: readonly string[], current: number): Wanted["place"] {
  const given = tokensOf(words).flatMap((token) => {
    const isPlace = token.kind === "option" && placeOptions.some((name) => name === token.name);
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
  return values?.map((value) => ({ value })) ?? wants ?? wordKindOf(takes.replace(/^<|>$/g, ""));
}

/** `--stack=` or `-s`, where a value follows without a space. */
function inlineValue(typed: string): readonly [lead: string, option?: string] {
  const long = /^--([^=]+)=/.exec(typed);
  if (long !== null) return [long[0], long[1]!];
  const short = optionNames.find((name) => optionOf(name).short === typed[1]);
  const isValue = typed.length > 2 && typed[1] !== "-" && short !== undefined && isTextOption(short);
  return isValue ? [typed.slice(0, 2), short] : [""];
}

/** Those of the command that are not given yet, or may be given again. */
function optionsLeft(
  { before, typed, after }: CompletionLine,
  command: Command | undefined,
): readonly Candidate[] {
  const own: readonly OptionName[] = command?.options ?? [...placeOptions, "version"];
  const given = new Set(
    [...tokensOf(before), ...tokensOf(after)].flatMap((token) =>
      token.kind === "option" ? [token.name] : [],
    ),
  );
  const left = [...own, ...commonOptions].filter((name) => !given.has(name) || optionOf(name).multiple);
  return left.flatMap((name) => {
    const { short, says } = optionOf(name);
    const isShort = typed.length === 2 && typed === `-${short}`;
    return [{ value: isShort ? typed : `--${name}`, says }];
  });
}

function fixedOrKind(taken: TakenWord | undefined): Wanted["wants"] | undefined {
  return typeof taken === "object" ? taken.oneOf.map((value) => ({ value })) : taken;
}
