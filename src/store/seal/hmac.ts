import { hash } from "node:crypto";

/**
 * HMAC-SHA256 under one key (RFC 2104). Two one-shot digests take less than half the time of Node's `Hmac` object, and
 * every row is authenticated whenever it is written or read.
 *
 * A second key gives a second, independent MAC of the same text. The long inner digest of the text is computed once for
 * both.
 */
export class Hmac {
  readonly #outer: Buffer;
  readonly #second: Buffer;
  #inner: Buffer;

  /** A key must not be longer than a block. */
  constructor(key: Buffer, second = key) {
    this.#inner = padded(key, 0x36, usualBytes);
    this.#outer = padded(key, 0x5c, digestBytes);
    this.#second = padded(second, 0x5c, digestBytes);
  }

  /** Returns the MAC in base64. */
  of(text: string): string {
    return finished(this.#outer, this.#digest(text));
  }

  /** Returns both MACs in base64. */
  pair(text: string): readonly [first: string, second: string] {
    const digest = this.#digest(text);
    return [finished(this.#outer, digest), finished(this.#second, digest)];
  }

  #digest(text: string): string {
    this.#reserve(blockBytes + text.length * mostBytesOfCharacter);
    const end = blockBytes + this.#inner.write(text, blockBytes);
    return hash("sha256", this.#inner.subarray(0, end), "binary");
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#inner.length) return;
    const longer = Buffer.alloc(bytes * 2);
    this.#inner.copy(longer, 0, 0, blockBytes);
    this.#inner = longer;
  }
}

/** Returns one padded block of the key, followed by free space. */
function padded(key: Buffer, pad: number, room: number): Buffer {
  if (key.length > blockBytes) throw new Error("This is a bug: the key is longer than a block.");
  const block = Buffer.alloc(blockBytes + room);
  block.fill(pad, 0, blockBytes);
  for (const [index, byte] of key.entries()) block[index]! ^= byte;
  return block;
}

function finished(outer: Buffer, digest: string): string {
  outer.write(digest, blockBytes, "latin1");
  return hash("sha256", outer, "base64");
}

const blockBytes = 64;
const digestBytes = 32;
const usualBytes = 16_384;
const mostBytesOfCharacter = 3;
