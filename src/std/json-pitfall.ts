import { endOfJsonString } from "./json-members.js";
import { JSON } from "./plain-json.js";

/**
 * Returns the first part of a JSON text that is valid but would not be read as intended: a duplicate key in an object,
 * a number that loses precision, or nesting that is too deep for recursive code. Only for texts that `JSON.parse`
 * accepts.
 */
export function jsonPitfall(text: string): JsonPitfall | undefined {
  /** The keys so far of each open object; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  const token = /["[\]{}]|-?\d[\d.eE+-]*/g;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const { 0: found, index: offset } = match;
    if (found === '"') {
      token.lastIndex = endOfJsonString(text, offset);
      const keys = isFollowedByColon(text, token.lastIndex) ? open.at(-1) : undefined;
      if (keys === undefined) continue;
      const key = JSON.parse(text.slice(offset, token.lastIndex)) as string;
      if (keys.has(key)) return { offset, why: `the key ${JSON.stringify(key)} appears twice` };
      keys.add(key);
    } else if (found === "{" || found === "[") {
      open.push(found === "{" ? new Set() : undefined);
      if (open.length > deepest) return { offset, why: `it is nested more than ${deepest} levels deep` };
    } else if (found === "}" || found === "]") open.pop();
    else if (!isKept(found)) return { offset, why: "this number cannot be represented exactly" };
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

/** Every digit of a whole number matters, because it may be an id. */
function isKept(literal: string): boolean {
  const number = Number(literal);
  return Number.isFinite(number) && (!/^-?[1-9]\d*$/.test(literal) || String(number) === literal);
}
