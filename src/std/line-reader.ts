import { StringDecoder } from "node:string_decoder";

export interface LineReaderOptions {
  /** The longest line that is kept, in characters. */
  readonly longest: number;
  /** Called with each line, without its end; `line` is undefined for one that is longer than `longest`. */
  readonly onLine: (line: string | undefined, length: number) => void;
  /** Called as soon as a line is longer than `longest`, once for that line. */
  readonly onLong?: () => void;
}

/**
 * Cuts a stream of bytes into lines of UTF-8. A line is handed over whole or not at all, because whoever takes secrets out of
 * it must see all of it. Memory is bounded by `longest`.
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

  /** Hands over the last line, if it has no end. */
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
