import { JSON } from "./plain-json.js";

/**
 * Finds the members of a JSON object in its text, for edits that leave the rest unchanged. Checks the whole text:
 * anything that `JSON.parse` would reject is a fault with its offset. Never quotes the text.
 */
export function jsonMembers(text: string): JsonMembers | JsonFault {
  const scan = new Scan(text);
  scan.space();
  const open = scan.at;
  if (text[open] !== "{") return scan.value() && scan.ends() ? { fault: open, isJson: true } : scan.fault();
  const members: JsonMember[] = [];
  scan.at++;
  scan.space();
  while (text[scan.at] !== "}") {
    const keyStart = scan.at;
    if (!scan.string()) return scan.fault();
    const key = JSON.parse(text.slice(keyStart, scan.at)) as string;
    scan.space();
    if (!scan.symbol(":")) return scan.fault();
    scan.space();
    const valueStart = scan.at;
    if (!scan.value()) return scan.fault();
    members.push({ key, keyStart, valueStart, valueEnd: scan.at });
    scan.space();
    if (text[scan.at] === "}") break;
    if (!scan.symbol(",")) return scan.fault();
    scan.space();
    if (text[scan.at] !== '"') return scan.fault();
  }
  const close = scan.at++;
  return scan.ends() ? { open, close, members } : scan.fault();
}

export interface JsonMembers {
  /** The offsets of the braces. */
  readonly open: number;
  readonly close: number;
  readonly members: readonly JsonMember[];
}

export interface JsonMember {
  readonly key: string;
  readonly keyStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

export interface JsonFault {
  readonly fault: number;
  /** Valid JSON, but not an object. */
  readonly isJson: boolean;
}

/**
 * Returns the offset after the closing quote of the string that begins at an offset, or the end of the text. Strings
 * may be of any length.
 */
export function endOfJsonString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const space = /[ \t\n\r]*/y;

class Scan {
  at: number;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    // A byte order mark, which Windows adds, is not part of the text.
    this.at = text.startsWith("\ufeff") ? 1 : 0;
  }

  fault(): JsonFault {
    return { fault: this.at, isJson: false };
  }

  token(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.#text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }

  string(): boolean {
    if (this.#text[this.at] !== '"') return false;
    const end = endOfJsonString(this.#text, this.at);
    try {
      JSON.parse(this.#text.slice(this.at, end));
    } catch {
      return false;
    }
    this.at = end;
    return true;
  }

  space(): void {
    this.token(space);
  }

  symbol(symbol: string): boolean {
    if (this.#text[this.at] !== symbol) return false;
    this.at++;
    return true;
  }

  ends(): boolean {
    this.space();
    return this.at === this.#text.length;
  }

  /** Skips one value. Without recursion, because a value may be deep. */
  value(): boolean {
    const closing: ("]" | "}")[] = [];
    do {
      this.space();
      const opened = this.symbol("[") ? "]" : this.symbol("{") ? "}" : undefined;
      if (opened !== undefined) {
        closing.push(opened);
        this.space();
        if (this.#text[this.at] !== opened) {
          if (opened === "}" && !this.#key()) return false;
          continue;
        }
      } else if (!this.string() && !this.token(scalar)) return false;
      if (!this.#goesOn(closing)) return false;
    } while (closing.length > 0);
    return true;
  }

  /** Call after a value: closes the containers that end here, and moves to the next value of the others. */
  #goesOn(closing: ("]" | "}")[]): boolean {
    for (;;) {
      const last = closing.at(-1);
      if (last === undefined) return true;
      this.space();
      if (this.symbol(last)) closing.pop();
      else return this.symbol(",") && (last === "]" || this.#key());
    }
  }

  #key(): boolean {
    this.space();
    if (!this.string()) return false;
    this.space();
    return this.symbol(":");
  }
}
