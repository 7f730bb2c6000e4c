import { StringDecoder } from "node:string_decoder";

export interface LineReaderOptions {
  /** Maximum length of a line, in characters. */
  readonly longest: number;
  /** Called with each line, without its line break; `line` is undefined if it is longer than `longest`. */
  readonly onLine: (line: string | undefined, length: number) => void;
  /** Called once per line that is longer than `longest`, as soon as that is known. */
  readonly onLong?: () => void;
}

/**
 * Splits a stream of bytes into lines of UTF-8. A line is passed on completely or not at all, because masking secrets
 * requires the whole line. Memory is limited by `longest`.
 */
export class LineReader {
  readonly #options: LineReaderOptions;
  readonly #decoder = new StringDecoder("utf8");
  #parts: string[] = [];
  #length = 0;

  constructor(options: LineReaderOptions) {
    this.#options = options;
  }

  take(chunk: Buffer): void {
    this.#takeText(this.#decoder.write(chunk));
  }

  /** Passes on the last line if it has no line break. */
  end(): void {
    this.#takeText(this.#decoder.end());
    if (this.#length > 0) this.#endLine();
  }

  #takeText(text: string): void {
    const [first, ...rest] = text.split("\n");
    this.#extend(first!);
    for (const part of rest) {
      this.#endLine();
      this.#extend(part);
    }
  }

  #extend(part: string): void {
    const { longest, onLong } = this.#options;
    const wasLong = this.#length > longest;
    this.#length += part.length;
    if (this.#length <= longest) {
      if (part !== "") this.#parts.push(part);
      return;
    }
    this.#parts = [];
    if (!wasLong) onLong?.();
  }

  #endLine(): void {
    const length = this.#length;
    const line = length > this.#options.longest ? undefined : this.#parts.join("").replace(/\r$/, "");
    this.#parts = [];
    this.#length = 0;
    this.#options.onLine(line, length);
  }
}
