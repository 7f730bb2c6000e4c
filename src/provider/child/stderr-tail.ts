import { hideTexts, type HideTexts } from "../../std/index.js";
import { LineReader } from "../../std/line-reader.js";

export interface TailOptions {
  /** Returns a line as diagnostics should show it; undefined to leave it out. Default: as it is. */
  readonly legible?: ((line: string) => string | undefined) | undefined;
  /** Matches the line with which a crash report begins. Its first lines are kept for diagnostics. */
  readonly crashReport?: RegExp | undefined;
}

/**
 * The stderr of a child process: passes on each line, and keeps the last ones for diagnostics. Secrets are masked. Of a
 * crash report, the first lines are kept too, because they have the reason, and the others can be many.
 */
export class StderrTail {
  readonly #reader: LineReader;
  readonly #lines: string[] = [];
  readonly #secrets = new Set<string>();
  #hide: HideTexts | undefined;
  #length = 0;
  readonly #crashReport: RegExp | undefined;
  readonly #crash: string[] = [];
  #omitted = 0;

  constructor(
    onLine: (line: string) => void = () => {},
    { legible = (line) => line, crashReport }: TailOptions = {},
  ) {
    this.#crashReport = crashReport;
    this.#reader = new LineReader({
      longest: longestLine,
      onLine: (whole, length) => {
        const line = whole ?? `(a line of ${length} characters)`;
        const shown = legible(line);
        if (shown !== undefined) this.#keep(shown);
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

  /** Returns the beginning of the crash report, if there is one, and the last lines, oldest first. */
  lines(): readonly string[] {
    const isReport = this.#crash.length > 0;
    const last = isReport ? this.#lines.slice(-mostAfterCrash) : this.#lines;
    const omitted = this.#omitted + this.#lines.length - last.length;
    return [
      ...this.#crash.map((line) => this.hidden(line)),
      ...(isReport && omitted > 0 ? [`(${omitted} more lines)`] : []),
      ...last.map((line) => this.hidden(line)),
    ];
  }

  /** Returns a text with secrets masked. */
  hidden(text: string): string {
    if (this.#secrets.size === 0) return text;
    this.#hide ??= hideTexts(() => this.#secrets);
    return this.#hide(text);
  }

  #keep(line: string): void {
    const isFull = this.#crash.length === 0 || this.#crash.length >= mostCrashLines;
    if (isFull && this.#crashReport?.test(line) === true) this.#forget();
    else if (isFull) return this.#keepLast(line);
    this.#crash.push(line);
  }

  #keepLast(line: string): void {
    this.#lines.push(line);
    this.#length += line.length;
    while (this.#lines.length > mostLines || this.#length > mostLength) {
      this.#length -= this.#lines.shift()!.length;
      this.#omitted++;
    }
  }

  #forget(): void {
    this.#lines.length = 0;
    this.#crash.length = 0;
    this.#length = 0;
    this.#omitted = 0;
  }
}

const mostLines = 40;
const mostCrashLines = 30;
const mostAfterCrash = 10;
const mostLength = 64 * 1024;
const longestLine = 16 * 1024;
