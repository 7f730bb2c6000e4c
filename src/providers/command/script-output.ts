import { StringDecoder } from "node:string_decoder";
import { LineReader } from "../../std/line-reader.js";

/**
 * What a script prints on one of its streams: the beginning as text, the last lines for messages, and each line as it
 * comes. Lines are passed on whole or not at all, for whoever takes secrets out of them must see all of it.
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

  /** How much was printed, kept or not. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How much of it is not kept. */
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

  /** Without the newline at its end. Bytes that are no UTF-8 are replacement characters. */
  text(): string {
    const kept = Buffer.concat(this.#chunks);
    if (this.bytesLeftOut === 0) return kept.toString("utf8").replace(/\r?\n$/, "");
    // The decoder holds back the beginning of a character that was cut in two.
    return `${new StringDecoder("utf8").write(kept)}\n[${this.bytesLeftOut} more bytes were not kept]`;
  }
}

/** State is no place for more. */
export const longestOutput = 1024 * 1024;

const longestLine = 10_000;
const mostLastLines = 10;
