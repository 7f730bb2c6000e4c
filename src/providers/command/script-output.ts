import { StringDecoder } from "node:string_decoder";

/**
 * What a script prints on one of its streams: the beginning as text, the last lines for messages, and each line as it
 * comes. Lines are passed on whole or not at all, for whoever takes secrets out of them must see all of it.
 */
export class ScriptOutput {
  readonly #onLine: (line: string) => void;
  readonly #chunks: Buffer[] = [];
  readonly #decoder = new StringDecoder("utf8");
  readonly #lastLines: string[] = [];
  #line = "";
  #lineLength = 0;
  #bytes = 0;

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
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
    this.#takeText(this.#decoder.write(chunk));
  }

  end(): void {
    this.#takeText(this.#decoder.end());
    if (this.#lineLength > 0) this.#endLine();
  }

  /** Without the newline at its end. Bytes that are no UTF-8 are replacement characters. */
  text(): string {
    const kept = Buffer.concat(this.#chunks);
    if (this.bytesLeftOut === 0) return kept.toString("utf8").replace(/\r?\n$/, "");
    // The decoder holds back the beginning of a character that was cut in two.
    return `${new StringDecoder("utf8").write(kept)}\n[${this.bytesLeftOut} more bytes were not kept]`;
  }

  #takeText(text: string): void {
    const [first, ...rest] = text.split("\n");
    this.#extendLine(first!);
    for (const part of rest) {
      this.#endLine();
      this.#extendLine(part);
    }
  }

  #extendLine(part: string): void {
    this.#lineLength += part.length;
    this.#line = this.#lineLength > longestLine ? "" : this.#line + part;
  }

  #endLine(): void {
    const line =
      this.#lineLength > longestLine
        ? `(a line of ${this.#lineLength} characters)`
        : this.#line.replace(/\r$/, "");
    this.#line = "";
    this.#lineLength = 0;
    this.#lastLines.push(line);
    if (this.#lastLines.length > mostLastLines) this.#lastLines.shift();
    this.#onLine(line);
  }
}

/** State is no place for more. */
export const longestOutput = 1024 * 1024;

const longestLine = 10_000;
const mostLastLines = 10;
