import { hideTexts, type HideTexts } from "../../std/index.js";
import { LineReader } from "../../std/line-reader.js";

/** The stderr of a child process: passes on each line, and keeps the last ones for diagnostics. Secrets are masked. */
export class StderrTail {
  readonly #reader: LineReader;
  readonly #lines: string[] = [];
  readonly #secrets = new Set<string>();
  #hide: HideTexts | undefined;
  #length = 0;

  constructor(onLine: (line: string) => void = () => {}) {
    this.#reader = new LineReader({
      longest: longestLine,
      onLine: (whole, length) => {
        const line = whole ?? `(a line of ${length} characters)`;
        this.#keep(line);
        onLine(this.hidden(line));
      },
    });
  }

  take(chunk: Buffer): void {
    this.#reader.take(chunk);
  }

  end(): void {
    this.#reader.end();
  }

  /** Registers texts to mask, also in earlier lines. */
  hide(texts: Iterable<string>): void {
    for (const text of texts) {
      if (this.#secrets.has(text)) continue;
      this.#secrets.add(text);
      this.#hide = undefined;
    }
  }

  /** Returns the last lines, oldest first. */
  lines(): readonly string[] {
    return this.#lines.map((line) => this.hidden(line));
  }

  /** Returns a text with secrets masked. */
  hidden(text: string): string {
    if (this.#secrets.size === 0) return text;
    this.#hide ??= hideTexts(() => this.#secrets);
    return this.#hide(text);
  }

  #keep(line: string): void {
    this.#lines.push(line);
    this.#length += line.length;
    while (this.#lines.length > mostLines || this.#length > mostLength)
      this.#length -= this.#lines.shift()!.length;
  }
}

const mostLines = 40;
const mostLength = 64 * 1024;
const longestLine = 16 * 1024;
