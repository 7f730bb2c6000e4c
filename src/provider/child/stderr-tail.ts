import { hideTexts, type HideTexts } from "../../std/index.js";
import { LineReader } from "../../std/line-reader.js";

/** What a child process says on stderr: each line as it comes, and the last ones for diagnostics. Secrets are hidden. */
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

  /** Texts that are not shown from now on, in lines that came before either. */
  hide(texts: Iterable<string>): void {
    for (const text of texts) {
      if (this.#secrets.has(text)) continue;
      this.#secrets.add(text);
      this.#hide = undefined;
    }
  }

  /** The last lines, oldest first. */
  lines(): readonly string[] {
    return this.#lines.map((line) => this.hidden(line));
  }

  /** A text without the secrets. */
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
