import { parseArguments } from "../../src/cli/arguments.js";
import { commands } from "../../src/cli/commands/index.js";
import { isDiagnosticError } from "../../src/model/index.js";

/** A command line of `coco` in the running text of a page. */
export interface CommandMention {
  readonly line: number;
  /** Without the code marks: `coco plan --out <file>`. */
  readonly text: string;
}

/** Every piece of code in a page's text that begins with `coco`. Fenced blocks are looked at by whoever runs them. */
export function commandMentions(page: string): readonly CommandMention[] {
  const fenced = /^(\s*)(`{3,})[^`]*\n[^]*?^\1\2`*\s*$/gm;
  const text = page.replace(fenced, (block) => block.replaceAll(/[^\n]/g, ""));
  return [...text.matchAll(/`((?:npx )?coco\s[^`]+)`/g)].map((match) => ({
    line: text.slice(0, match.index).split("\n").length,
    text: match[1]!.replaceAll(/\s+/g, " ").replaceAll("\\|", "|").replace(/^npx /, ""),
  }));
}

/** Why there is no such command line; undefined if there is. What is mentioned need not be complete: `coco import`. */
export function mentionFault(text: string): string | undefined {
  const given = wordsOf(text).slice(1);
  const [first = "", second] = given;
  if (isPlaceholder(first)) return undefined;
  const isGroup = commands.some(({ name }) => name.startsWith(`${first} `));
  if (isGroup && isPlaceholder(second ?? "…")) return undefined;
  try {
    parseArguments([...given, ...missingWords(given)], commands);
    return undefined;
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    return `${text}: ${error.diagnostics.map(({ detail }) => detail).join(" ")}`;
  }
}

/** What a command needs and the mention leaves out, as placeholders. */
function missingWords(given: readonly string[]): readonly string[] {
  const named = (count: number) => {
    const name = given.slice(0, count).join(" ");
    return commands.find((each) => each.name === name || each.aliases?.includes(name));
  };
  const command = named(2) ?? named(1);
  if (command === undefined) return [];
  const needed = command.takes.filter((each) => each.startsWith("<"));
  for (let count = needed.length; count >= 0; count--) {
    const words = needed.slice(0, count);
    if (isEnough([...given, ...words])) return words;
  }
  return [];
}

function isEnough(given: readonly string[]): boolean {
  try {
    parseArguments(given, commands);
    return true;
  } catch {
    return false;
  }
}

/** As a shell reads it, up to where its output goes; without what only a reader sees. */
function wordsOf(text: string): readonly string[] {
  const words = [...text.matchAll(/"[^"]*"|'[^']*'|<[^>]*>|\S+/g)].map(([word]) => word);
  const end = words.findIndex((word) => /^(\||\|\||&&|;|>|#)$/.test(word));
  return (end < 0 ? words : words.slice(0, end)).map((word) => word.replaceAll(/^["']|["']$/g, ""));
}

function isPlaceholder(word: string): boolean {
  return word.startsWith("<") || word === "…";
}
