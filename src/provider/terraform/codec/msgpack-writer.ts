/** Writes MessagePack into a growing buffer, with the shortest header for each item, as Go's encoder does. */
export class MsgpackWriter {
  #bytes = Buffer.allocUnsafeSlow(1024);
  #position = 0;

  /** A copy of everything written so far. */
  written(): Uint8Array {
    return new Uint8Array(this.#bytes.subarray(0, this.#position));
  }

  byte(byte: number): void {
    if (this.#position === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#position++] = byte;
  }

  nil(): void {
    this.byte(0xc0);
  }

  bool(value: boolean): void {
    this.byte(value ? 0xc3 : 0xc2);
  }

  /** A safe integer. */
  integer(value: number): void {
    if (value >= 0) {
      if (value < 0x80) this.byte(value);
      else if (value <= 0xffffffff) this.#sized(0xcc, value);
      else this.bigInteger(BigInt(value));
    } else if (value >= -0x20) this.byte(value & 0xff);
    else this.#negative(value);
  }

  /** An integer of at most 64 bits with its sign. */
  bigInteger(value: bigint): void {
    this.#room(9);
    this.#bytes[this.#position++] = value < 0n ? 0xd3 : 0xcf;
    this.#position = this.#bytes.writeBigUInt64BE(BigInt.asUintN(64, value), this.#position);
  }

  float64(value: number): void {
    this.#room(9);
    this.#bytes[this.#position++] = 0xcb;
    this.#position = this.#bytes.writeDoubleBE(value, this.#position);
  }

  /** Normalized to NFC. A surrogate without its partner becomes U+FFFD, which is what Go makes of it. */
  text(text: string): void {
    const { length } = text;
    if (length < 32) {
      this.#room(length + 1);
      const start = this.#position;
      const bytes = this.#bytes;
      bytes[start] = 0xa0 | length;
      let index = 0;
      for (; index < length; index++) {
        const code = text.charCodeAt(index);
        if (code >= 0x80) break;
        bytes[start + 1 + index] = code;
      }
      if (index === length) {
        this.#position = start + 1 + length;
        return;
      }
    }
    this.#longText(text.normalize("NFC"));
  }

  binary(bytes: Uint8Array): void {
    this.#sized(0xc4, bytes.length);
    this.raw(bytes);
  }

  arrayHeader(length: number): void {
    if (length < 16) this.byte(0x90 | length);
    else this.#sized(0xdc, length, 2);
  }

  mapHeader(length: number): void {
    if (length < 16) this.byte(0x80 | length);
    else this.#sized(0xde, length, 2);
  }

  extension(type: number, payload: Uint8Array): void {
    const fixed = [1, 2, 4, 8, 16].indexOf(payload.length);
    if (fixed < 0) this.#sized(0xc7, payload.length);
    else this.byte(0xd4 + fixed);
    this.byte(type);
    this.raw(payload);
  }

  /** Bytes that are MessagePack already. */
  raw(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#position);
    this.#position += bytes.length;
  }

  #longText(text: string): void {
    const length = Buffer.byteLength(text);
    if (length < 32) this.byte(0xa0 | length);
    else this.#sized(0xd9, length);
    this.#room(length);
    this.#position += this.#bytes.write(text, this.#position, length, "utf8");
  }

  #negative(value: number): void {
    if (value < -0x80000000) return this.bigInteger(BigInt(value));
    this.#room(5);
    if (value >= -0x80) {
      this.#bytes[this.#position++] = 0xd0;
      this.#position = this.#bytes.writeInt8(value, this.#position);
    } else if (value >= -0x8000) {
      this.#bytes[this.#position++] = 0xd1;
      this.#position = this.#bytes.writeInt16BE(value, this.#position);
    } else {
      this.#bytes[this.#position++] = 0xd2;
      this.#position = this.#bytes.writeInt32BE(value, this.#position);
    }
  }

  /** Writes an unsigned number in 1, 2 or 4 bytes after the code for its width; `code` is that of the smallest width. */
  #sized(code: number, value: number, smallest: 1 | 2 = 1): void {
    if (value > 0xffffffff) throw new RangeError("too long for MessagePack");
    this.#room(5);
    const width = value <= 0xff && smallest === 1 ? 0 : value <= 0xffff ? 1 : 2;
    this.#bytes[this.#position++] = code + width - (smallest - 1);
    this.#position =
      width === 0
        ? this.#bytes.writeUInt8(value, this.#position)
        : width === 1
          ? this.#bytes.writeUInt16BE(value, this.#position)
          : this.#bytes.writeUInt32BE(value, this.#position);
  }

  #room(size: number): void {
    if (this.#position + size > this.#bytes.length) this.#grow(size);
  }

  #grow(size: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#position + size));
    larger.set(this.#bytes.subarray(0, this.#position));
    this.#bytes = larger;
  }
}
