import { GrpcError } from "./grpc-error.js";
import { GrpcStatus } from "./grpc-status.js";

/** Splits the body of a call into its messages. Each message is preceded by a flag byte and its length in four bytes. */
export class MessageReader {
  readonly #limit: number;
  #chunks: Uint8Array[] = [];
  #available = 0;
  /** The length of the message that is being read; undefined before its prefix is complete. */
  #length: number | undefined;

  /** `limit` is the length of the longest accepted message. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** True if the body so far ends inside a message. */
  get isInsideMessage(): boolean {
    return this.#available > 0 || this.#length !== undefined;
  }

  add(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.#available += chunk.length;
  }

  /**
   * Returns the next complete message in memory of its own, or undefined if more of the body is needed. Throws a
   * GrpcError for a compressed or too long message.
   */
  next(): Uint8Array | undefined {
    if (this.#length === undefined) {
      if (this.#available < prefixLength) return undefined;
      this.#length = this.#checkedLength(this.#take(prefixLength));
    }
    if (this.#available < this.#length) return undefined;
    const message = this.#take(this.#length);
    this.#length = undefined;
    return message;
  }

  #checkedLength(prefix: Uint8Array): number {
    const [flags = 0, a = 0, b = 0, c = 0, d = 0] = prefix;
    if (flags === 1)
      throw new GrpcError(
        GrpcStatus.Internal,
        "The peer sent a compressed message, although no compression was offered.",
      );
    if (flags !== 0) throw new GrpcError(GrpcStatus.Internal, `A message has the unknown flags ${flags}.`);
    const length = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
    if (length > this.#limit)
      throw new GrpcError(
        GrpcStatus.ResourceExhausted,
        `A message of ${length} bytes exceeds the limit of ${this.#limit} bytes.`,
      );
    return length;
  }

  #take(length: number): Uint8Array {
    const taken = new Uint8Array(length);
    let filled = 0;
    let used = 0;
    while (filled < length) {
      const chunk = this.#chunks[used] as Uint8Array;
      const missing = length - filled;
      if (chunk.length > missing) {
        taken.set(chunk.subarray(0, missing), filled);
        this.#chunks[used] = chunk.subarray(missing);
        break;
      }
      taken.set(chunk, filled);
      filled += chunk.length;
      used++;
    }
    if (used === this.#chunks.length) this.#chunks = [];
    else this.#chunks.splice(0, used);
    this.#available -= length;
    return taken;
  }
}

/** Returns the parts to write for a message: its prefix and the message, as one part unless it is large. */
export function frameMessage(message: Uint8Array): readonly Uint8Array[] {
  const { length } = message;
  const prefix = Uint8Array.of(0, length >>> 24, length >>> 16, length >>> 8, length);
  return length > largeMessage ? [prefix, message] : [Buffer.concat([prefix, message])];
}

/** A longer message is not copied. */
const largeMessage = 64 * 1024;
const prefixLength = 5;
