import { CtyFault } from "../../../terraform/cty/index.js";

/** Reads MessagePack that cannot be trusted: every length is checked before memory is used. Throws a CtyFault. */
export class MsgpackReader {
  readonly #bytes: Buffer;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#position === this.#bytes.length;
  }

  /** The code of the next item, which is not consumed. */
  code(): number {
    if (this.#position >= this.#bytes.length) throw this.#tooShort();
    return this.#bytes[this.#position]!;
  }

  /** Consumes the next bytes if they are these. */
  takes(expected: Uint8Array): boolean {
    const bytes = this.#bytes;
    const start = this.#position;
    const { length } = expected;
    if (start + length > bytes.length) return false;
    for (let index = 0; index < length; index++) if (bytes[start + index] !== expected[index]) return false;
    this.#position = start + length;
    return true;
  }

  takesNil(): boolean {
    if (this.code() !== 0xc0) return false;
    this.#position++;
    return true;
  }

  bool(): boolean | undefined {
    const code = this.code();
    if (code !== 0xc2 && code !== 0xc3) return undefined;
    this.#position++;
    return code === 0xc3;
  }

  /** An integer or a float; undefined, and nothing consumed, for anything else. */
  number(): number | bigint | undefined {
    const code = this.code();
    if (code < 0x80 || code >= 0xe0) {
      this.#position++;
      return code < 0x80 ? code : code - 0x100;
    }
    if (code < 0xca || code > 0xd3) return undefined;
    const at = this.#take(1 + widths[code - 0xca]!) + 1;
    const bytes = this.#bytes;
    switch (code) {
      case 0xca:
        return bytes.readFloatBE(at);
      case 0xcb:
        return bytes.readDoubleBE(at);
      case 0xcf:
        return bytes.readBigUInt64BE(at);
      case 0xd3:
        return bytes.readBigInt64BE(at);
      default:
        return code < 0xd0
          ? bytes.readUIntBE(at, widths[code - 0xca]!)
          : bytes.readIntBE(at, widths[code - 0xca]!);
    }
  }

  /** A string, or binary data read as one, normalized to NFC; undefined, and nothing consumed, for anything else. */
  text(): string | undefined {
    const length = this.#textLength();
    if (length === undefined) return undefined;
    const start = this.#take(length);
    return isAscii(this.#bytes, start, length)
      ? this.#bytes.toString("latin1", start, start + length)
      : this.#bytes.toString("utf8", start, start + length).normalize("NFC");
  }

  /** The length of an array whose elements follow; undefined, and nothing consumed, for anything else. */
  arrayLength(): number | undefined {
    return this.#containerLength(0x90, 0xdc, 1);
  }

  /** The number of pairs that follow; undefined, and nothing consumed, for anything else. */
  mapLength(): number | undefined {
    return this.#containerLength(0x80, 0xde, 2);
  }

  /** The type and payload of an extension; undefined, and nothing consumed, for anything else. */
  extension(): { readonly type: number; readonly payload: Uint8Array } | undefined {
    const code = this.code();
    const isFixed = code >= 0xd4 && code <= 0xd8;
    if (!isFixed && (code < 0xc7 || code > 0xc9)) return undefined;
    this.#take(1);
    const length = isFixed ? 2 ** (code - 0xd4) : this.#length(2 ** (code - 0xc7));
    const start = this.#take(1 + length);
    return {
      type: this.#bytes.readInt8(start),
      payload: this.#bytes.subarray(start + 1, start + 1 + length),
    };
  }

  #textLength(): number | undefined {
    const code = this.code();
    if (code >= 0xa0 && code <= 0xbf) {
      this.#position++;
      return code - 0xa0;
    }
    const first = code >= 0xd9 && code <= 0xdb ? 0xd9 : code >= 0xc4 && code <= 0xc6 ? 0xc4 : undefined;
    if (first === undefined) return undefined;
    this.#take(1);
    return this.#length(2 ** (code - first));
  }

  /** Every item needs at least one byte, so a length beyond the rest of the data is wrong whatever follows. */
  #containerLength(fixed: number, wide: number, itemsEach: number): number | undefined {
    const code = this.code();
    let length: number;
    if (code >= fixed && code < fixed + 0x10) {
      this.#position++;
      length = code - fixed;
    } else if (code === wide || code === wide + 1) {
      this.#take(1);
      length = this.#length(code === wide ? 2 : 4);
    } else return undefined;
    if (length * itemsEach > this.#bytes.length - this.#position) throw this.#tooShort();
    return length;
  }

  #length(width: number): number {
    return this.#bytes.readUIntBE(this.#take(width), width);
  }

  /** Consumes so many bytes and returns where they start. */
  #take(length: number): number {
    const start = this.#position;
    if (start + length > this.#bytes.length) throw this.#tooShort();
    this.#position = start + length;
    return start;
  }

  #tooShort(): CtyFault {
    return new CtyFault(`the data ends too early: ${this.#bytes.length} bytes`);
  }
}

/** Of float32, float64, uint8 to uint64 and int8 to int64. */
const widths: readonly number[] = [4, 8, 1, 2, 4, 8, 1, 2, 4, 8];

function isAscii(bytes: Uint8Array, start: number, length: number): boolean {
  for (let index = start; index < start + length; index++) if (bytes[index]! >= 0x80) return false;
  return true;
}
