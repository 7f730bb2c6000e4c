import { StringDecoder } from "node:string_decoder";
import { LineReader } from "../../std/line-reader.js";

/**
 * The output of a script on one stream: the beginning as text, the last lines for messages, and each line as it arrives.
 * Lines are passed on complete or not at all, because secrets can only be masked in complete lines.
 */
export class ScriptOutput {
  readonly #chunks: Buffer[] = [];
  readonly #lines: LineReader;
  readonly #lastLines: string[] = [];
  #bytes = 0;

  constructor(onLine: (line: string) => void) {
    this.#lines = new LineReader({
      longest: longestLine,
      onLine: (whole, length) => {
        const line = whole ?? `(a line of ${length} characters)`;
        this.#lastLines.push(line);
        if (this.#lastLines.length > mostLastLines) this.#lastLines.shift();
        onLine(line);
      },
    });
  }

  /** The number of bytes printed, including those that are not kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The number of bytes that are not kept. */
  get bytesLeftOut(): number {
    return Math.max(0, this.#bytes - longestOutput);
  }

  /** The last lines that were printed, oldest first. */
  get lastLines(): readonly string[] {
    return this.#lastLines;
  }

  take(chunk: Buffer): void {
    const room = longestOutput - this.#bytes;
    if (room > 0) this.#chunks.push(chunk.subarray(0, room));
    this.#bytes += chunk.length;
    this.#lines.take(chunk);
  }

  end(): void {
    this.#lines.end();
  }

  /** Returns the text without the trailing newline. Invalid UTF-8 becomes replacement characters. */
  text(): string {
    const kept = Buffer.concat(this.#chunks);
    if (this.bytesLeftOut === 0) return kept.toString("utf8").replace(/\r?\n$/, "");
    // The decoder drops a character that is cut in the middle.
    return `${new StringDecoder("utf8").write(kept)}\n[${this.bytesLeftOut} more bytes were not kept]`;
  }
}

/** The maximum size that is recorded in state. */
export const longestOutput = 1024 * 1024;

const longestLine = 10_000;
const mostLastLines = 10;
