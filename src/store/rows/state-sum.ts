/**
 * The sum of one term per row, modulo 2^256. It is updated without reading all rows when a row is added or removed. It
 * uses 32-bit words in doubles, which can add up two million rows before a carry is needed.
 */
export class StateSum {
  readonly #words = new Float64Array(words);
  #added = 0;

  /** From 64 hexadecimal digits. */
  constructor(text = emptySum) {
    for (let word = 0; word < words; word++)
      this.#words[word] = Number.parseInt(text.slice(word * 8, word * 8 + 8), 16);
  }

  /** Adds or removes a term: 32 characters of one byte each. */
  add(term: string, by: 1 | -1 = 1): void {
    scratch.write(term, "latin1");
    for (let word = 0; word < words; word++)
      this.#words[word] = this.#words[word]! + by * view.getUint32(word * 4);
    if (++this.#added % mostUncarried === 0) this.#carry();
  }

  get text(): string {
    this.#carry();
    return Array.from(this.#words, (word) => word.toString(16).padStart(8, "0")).join("");
  }

  #carry(): void {
    let carried = 0;
    for (let word = words - 1; word >= 0; word--) {
      const sum = this.#words[word]! + carried;
      carried = Math.floor(sum / wordSize);
      this.#words[word] = sum - carried * wordSize;
    }
  }
}

export const emptySum = "0".repeat(64);

const words = 8;
const wordSize = 2 ** 32;
const mostUncarried = 1_000_000;
const scratch = Buffer.alloc(words * 4);
const view = new DataView(scratch.buffer, scratch.byteOffset);
