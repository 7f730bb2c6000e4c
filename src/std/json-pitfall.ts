import { endOfJsonString } from "./json-members.js";
import { JSON } from "./plain-json.js";

/**
 * The first thing in a JSON text that JSON allows and that nobody gets as it was meant: a key that an object has twice,
 * a number that comes back as another, more levels than whoever goes down with them can stand. For what `JSON.parse`
 * takes; of anything else nothing is said.
 */
export function jsonPitfall(text: string): JsonPitfall | undefined {
  /** For each object that is open, its keys so far; nothing for a list. */
  const open: (Set<string> | undefined)[] = [];
  const token = /["[\]{}]|-?\d[\d.eE+-]*/g;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const { 0: found, index: offset } = match;
    if (found === '"') {
      token.lastIndex = endOfJsonString(text, offset);
      const keys = isFollowedByColon(text, token.lastIndex) ? open.at(-1) : undefined;
      if (keys === undefined) continue;
      const key = JSON.parse(text.slice(offset, token.lastIndex)) as string;
      if (keys.has(key)) return { offset, why: `${JSON.stringify(key)} is there twice` };
      keys.add(key);
    } else if (found === "{" || found === "[") {
      open.push(found === "{" ? new Set() : undefined);
      if (open.length > deepest) return { offset, why: `it is nested deeper than ${deepest} levels` };
    } else if (found === "}" || found === "]") open.pop();
    else if (!isKept(found)) return { offset, why: "this number cannot be kept as it is written" };
  }
  return undefined;
}

export interface JsonPitfall {
  readonly offset: number;
  /** A clause without capital and full stop. */
  readonly why: string;
}

const deepest = 500;

function isFollowedByColon(text: string, at: number): boolean {
  const colon = /\s*:/y;
  colon.lastIndex = at;
  return colon.test(text);
}

/** Whole numbers are counted with and looked up by: each digit matters. */
function isKept(literal: string): boolean {
  const number = Number(literal);
  return Number.isFinite(number) && (!/^-?[1-9]\d*$/.test(literal) || String(number) === literal);
}
