import { JSON } from "../../std/plain-json.js";

/** A problem at an offset of the text that is parsed. Thrown inside this folder only. */
export class FaultAt extends Error {
  readonly offset: number;

  constructor(offset: number, problem: string) {
    super(problem);
    this.offset = offset;
  }
}

/** Reads the pieces of a text one after the other: names, strings, numbers, single characters. */
export class Scanner {
  readonly #text: string;
  readonly #keepTemplates: boolean;
  #offset: number;

  constructor(text: string, keepTemplates: boolean) {
    this.#text = text;
    this.#keepTemplates = keepTemplates;
    this.#offset = text.startsWith("\uFEFF") ? 1 : 0;
  }

  get offset(): number {
    return this.#offset;
  }

  /** The character at the offset, or an empty text at the end. */
  get next(): string {
    return this.#text.charAt(this.#offset);
  }

  /** Skips blanks and comments, also line breaks if `lines`. Returns whether it skipped a line break. */
  skip(lines: boolean): boolean {
    let hasBreak = false;
    for (;;) {
      const next = this.next;
      if (next === " " || next === "\t" || next === "\r") this.#offset++;
      else if (next === "\n") {
        if (!lines) return hasBreak;
        hasBreak = true;
        this.#offset++;
      } else if (next === "#" || this.#isAt("//")) this.#offset = this.#endOfLine();
      else if (this.#isAt("/*")) this.#skipComment();
      else return hasBreak;
    }
  }

  /** Moves over a character if it is the next one. */
  take(character: string): boolean {
    if (this.next !== character) return false;
    this.#offset++;
    return true;
  }

  /** Reads a name such as `plugin_cache_dir`. Undefined if there is none. */
  name(): string | undefined {
    return this.#match(/[\p{ID_Start}_][\p{ID_Continue}-]*/uy);
  }

  number(): number | undefined {
    const text = this.#match(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y);
    return text === undefined ? undefined : Number(text);
  }

  /** Reads a string in quotes. Undefined if there is none. */
  string(): string | undefined {
    const start = this.#offset;
    if (!this.take('"')) return undefined;
    let result = "";
    for (;;) {
      const plain = this.#match(/[^"\\\n$%]+/y);
      if (plain !== undefined) result += plain;
      else if (this.take('"')) return result;
      else if (this.next === "" || this.next === "\n")
        throw new FaultAt(start, "the string has no end on its line");
      else if (this.next === "\\") result += this.#escape();
      else result += this.#template();
    }
  }

  fault(problem: string, offset = this.#offset): FaultAt {
    return new FaultAt(offset, problem);
  }

  /** The next characters, for messages. */
  found(): string {
    const text = /^[\p{ID_Continue}.-]{1,30}|^[^]/u.exec(
      this.#text.slice(this.#offset, this.#offset + 60),
    )?.[0];
    return text === undefined
      ? "the end of the text"
      : text === "\n"
        ? "the end of the line"
        : JSON.stringify(text);
  }

  isAtHeredoc(): boolean {
    return this.#isAt("<<");
  }

  #escape(): string {
    const start = this.#offset;
    const text = this.#match(/\\(?:[nrt"\\]|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})/y);
    if (text === undefined)
      throw new FaultAt(start, 'the escape is none of \\n, \\r, \\t, \\", \\\\, \\uNNNN and \\UNNNNNNNN');
    const kind = text.charAt(1);
    if (kind !== "u" && kind !== "U") return escapes[kind]!;
    const code = Number.parseInt(text.slice(2), 16);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
      throw new FaultAt(start, `${text} is not a character of Unicode`);
    return String.fromCodePoint(code);
  }

  /** Templates begin with `${` or `%{`; doubling the first character makes it plain text. */
  #template(): string {
    const sign = this.next;
    if (this.#keepTemplates || !this.#text.startsWith("{", this.#offset + 1)) {
      if (!this.#keepTemplates && this.#isAt(`${sign}${sign}{`)) {
        this.#offset += 3;
        return `${sign}{`;
      }
      this.#offset++;
      return sign;
    }
    throw this.fault(`${sign}{ begins an expression, and only literal values are allowed here`);
  }

  #skipComment(): void {
    const end = this.#text.indexOf("*/", this.#offset + 2);
    if (end < 0) throw this.fault("the comment has no end");
    this.#offset = end + 2;
  }

  #endOfLine(): number {
    const end = this.#text.indexOf("\n", this.#offset);
    return end < 0 ? this.#text.length : end;
  }

  #isAt(text: string): boolean {
    return this.#text.startsWith(text, this.#offset);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#offset;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#offset += found.length;
    return found;
  }
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\" };
