import { JSON } from "../../std/plain-json.js";
import { CtyFault } from "./fault.js";
import { numberOfText, numberText } from "./number.js";
import { Decimal, type CtyNumber } from "./value.js";

/** JSON without loss: numbers are exact, and objects are Maps, so that `__proto__` is an ordinary key. */
export type JsonTree =
  | null
  | boolean
  | string
  | CtyNumber
  | readonly JsonTree[]
  | ReadonlyMap<string, JsonTree>;

/** The deepest nesting that is read. A type needs two levels of JSON for one of its own. */
export const jsonDepthLimit = 1000;

/** Reads a JSON text. The last of several members with the same name counts. Throws a CtyFault that names the position. */
export function readJson(text: string): JsonTree {
  const reader = new JsonReader(text);
  const tree = reader.value(0);
  reader.end();
  return tree;
}

/** Returns the JSON text of a tree without spaces. Throws for NaN and infinity. */
export function writeJson(tree: JsonTree): string {
  if (typeof tree === "string") return jsonString(tree);
  if (typeof tree === "number" || typeof tree === "bigint" || tree instanceof Decimal)
    return numberText(tree);
  if (tree === null || typeof tree === "boolean") return String(tree);
  if (isArray(tree)) return `[${tree.map(writeJson).join(",")}]`;
  return `{${[...tree].map(([name, value]) => `${jsonString(name)}:${writeJson(value)}`).join(",")}}`;
}

/** Returns a string as JSON, with the characters escaped that Go escapes. */
export function jsonString(text: string): string {
  return JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const isArray = (tree: JsonTree): tree is readonly JsonTree[] => Array.isArray(tree);

const spaces = /[ \t\n\r]*/y;
const numbers = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const words: ReadonlyMap<string, null | boolean> = new Map<string, null | boolean>([
  ["n", null],
  ["t", true],
  ["f", false],
]);

const quote = 0x22;
const backslash = 0x5c;

class JsonReader {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): JsonTree {
    if (depth > jsonDepthLimit) this.#fail(`nested more than ${jsonDepthLimit} levels deep`);
    this.#match(spaces);
    const first = this.#text[this.#position];
    if (first === '"') return this.#string();
    if (first === "{") return this.#object(depth);
    if (first === "[") return this.#array(depth);
    const word = words.get(first ?? "");
    return word === undefined ? this.#number() : this.#word(word);
  }

  end(): void {
    this.#match(spaces);
    if (this.#position < this.#text.length) this.#fail("expected the end of the text");
  }

  #object(depth: number): JsonTree {
    const members = new Map<string, JsonTree>();
    this.#position++;
    if (this.#takes("}")) return members;
    do {
      this.#match(spaces);
      const name = this.#string();
      if (!this.#takes(":")) this.#fail("expected a colon");
      members.set(name, this.value(depth + 1));
    } while (this.#takes(","));
    if (!this.#takes("}")) this.#fail("expected a comma or the end of the object");
    return members;
  }

  #array(depth: number): JsonTree {
    const elements: JsonTree[] = [];
    this.#position++;
    if (this.#takes("]")) return elements;
    do elements.push(this.value(depth + 1));
    while (this.#takes(","));
    if (!this.#takes("]")) this.#fail("expected a comma or the end of the list");
    return elements;
  }

  /** Scans by hand: a pattern would need memory for every escape of a long string. */
  #string(): string {
    const start = this.#position;
    const text = this.#text;
    if (text.charCodeAt(start) !== quote) return this.#fail("expected a string");
    let end = start + 1;
    let code = text.charCodeAt(end);
    let hasEscapes = false;
    for (; code !== quote; code = text.charCodeAt(end)) {
      // Not a number at the end of the text.
      if (!(code >= 0x20)) return this.#fail("the string has no end or contains a control character");
      if (code === backslash) hasEscapes = true;
      end += code === backslash ? 2 : 1;
    }
    this.#position = end + 1;
    if (!hasEscapes) return text.slice(start + 1, end);
    try {
      return JSON.parse(text.slice(start, end + 1)) as string;
    } catch {
      this.#position = start;
      return this.#fail("the string has an invalid escape");
    }
  }

  #number(): CtyNumber {
    const start = this.#position;
    const text = this.#match(numbers);
    const number = text === undefined ? undefined : numberOfText(text);
    if (number !== undefined) return number;
    this.#position = start;
    return this.#fail(text === undefined ? "expected a value" : "the exponent of the number is too large");
  }

  #word(value: null | boolean): null | boolean {
    const word = String(value);
    if (!this.#text.startsWith(word, this.#position)) this.#fail("expected a value");
    this.#position += word.length;
    return value;
  }

  #takes(mark: string): boolean {
    this.#match(spaces);
    if (this.#text[this.#position] !== mark) return false;
    this.#position++;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#text);
    if (found === null) return undefined;
    this.#position = pattern.lastIndex;
    return found[0];
  }

  #fail(reason: string): never {
    throw new CtyFault(`invalid JSON at character ${this.#position + 1}: ${reason}`);
  }
}
