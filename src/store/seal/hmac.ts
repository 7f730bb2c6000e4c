import { hash } from "node:crypto";

/**
 * HMAC-SHA256 under one key (RFC 2104). Two one-shot digests take less than half the time of Node's `Hmac` object, and
 * every row is authenticated whenever it is written or read.
 */
export class Hmac {
  readonly #outer: Buffer;
  #inner: Buffer;

  /** The key must not be longer than a block. */
  constructor(key: Buffer) {
    this.#inner = padded(key, 0x36, usualBytes);
    this.#outer = padded(key, 0x5c, digestBytes);
  }

  /** Returns the MAC in base64. */
  of(text: string): string {
    return this.#finished(this.#innerOf(text));
  }

  /**
   * Returns the MAC in base64 and the inner digest that it is made from, as 32 characters of one byte each. Without the key,
   * neither the text nor the MAC reveals the inner digest.
   */
  withInner(text: string): readonly [mac: string, inner: string] {
    const inner = this.#innerOf(text);
    return [this.#finished(inner), inner];
  }

  #innerOf(text: string): string {
    this.#reserve(blockBytes + text.length * mostBytesOfCharacter);
    const end = blockBytes + this.#inner.write(text, blockBytes);
    return hash("sha256", this.#inner.subarray(0, end), "binary");
  }

  #finished(inner: string): string {
    this.#outer.write(inner, blockBytes, "latin1");
    return hash("sha256", this.#outer, "base64");
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#inner.length) return;
    const longer = Buffer.alloc(bytes * 2);
    this.#inner.copy(longer, 0, 0, blockBytes);
    this.#inner = longer;
  }
}

/** A block of the key, and room behind it. */
function padded(key: Buffer, pad: number, room: number): Buffer {
  if (key.length > blockBytes) throw new Error("This is a bug: the key is longer than a block.");
  const block = Buffer.alloc(blockBytes + room);
  block.fill(pad, 0, blockBytes);
  for (const [index, byte] of key.entries()) block[index]! ^= byte;
  return block;
}

const blockBytes = 64;
const digestBytes = 32;
const usualBytes = 16_384;
const mostBytesOfCharacter = 3;
