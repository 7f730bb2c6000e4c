import type { Command } from "../command.js";
import { wordKindOf, type WordKind } from "../word-kind.js";

/** What a word can be: one of a kind that can be looked up, or one of these. */
export type TakenWord = WordKind | { readonly oneOf: readonly string[] };

/** What the word at a place behind a command is; nothing if it can be anything, or if there is no such place. */
export function takenWord({ takes, wants = {} }: Command, place: number): TakenWord | undefined {
  const words = takes.map(namesIn);
  const [last = [], isOpen] = [words.at(-1), takes.at(-1)?.endsWith("...") ?? false];
  const once = isOpen ? words.slice(0, -1).flat() : words.flat();
  const name = once[place] ?? (isOpen ? last[(place - once.length) % last.length] : undefined);
  if (name === undefined) return undefined;
  if (Object.hasOwn(wants, name)) return wants[name] ?? undefined;
  return name.includes("|") ? { oneOf: name.split("|") } : wordKindOf(name);
}

/** `<stack>`, `[resource]...`, `[<old> <new>]...` */
function namesIn(take: string): readonly string[] {
  const inner = take.replace(/\.\.\.$/, "").replace(/^[<[]|[\]>]$/g, "");
  return inner.split(/>\s*</).map((name) => name.replace(/^<|>$/g, ""));
}
