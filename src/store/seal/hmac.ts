import { hash } from "node:crypto";

/**
 * HMAC with SHA-256 under one key (RFC 2104). Two digests at once take less than half the time of the object that Node
 * makes for one, and every row is authenticated whenever it is written or read.
 */
export class Hmac {
  readonly #outer = Buffer.alloc(blockBytes + digestBytes);
  #inner = Buffer.alloc(blockBytes + usualBytes);

  /** A key is no longer than a block. */
  constructor(key: Buffer) {
    if (key.length > blockBytes) throw new Error("This is a bug: the key is longer than a block.");
    this.#inner.fill(0x36, 0, blockBytes);
    this.#outer.fill(0x5c, 0, blockBytes);
    for (const [index, byte] of key.entries()) {
      this.#inner[index]! ^= byte;
      this.#outer[index]! ^= byte;
    }
  }

  /** In base64. */
  of(text: string): string {
    this.#reserve(blockBytes + text.length * mostBytesOfCharacter);
    const end = blockBytes + this.#inner.write(text, blockBytes);
    this.#outer.write(hash("sha256", this.#inner.subarray(0, end), "binary"), blockBytes, "latin1");
    return hash("sha256", this.#outer, "base64");
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#inner.length) return;
    const longer = Buffer.alloc(bytes * 2);
    this.#inner.copy(longer, 0, 0, blockBytes);
    this.#inner = longer;
  }
}

const blockBytes = 64;
const digestBytes = 32;
const usualBytes = 16_384;
const mostBytesOfCharacter = 3;
