/**
 * A terminal as a value: what a person would see after some output. It knows the few sequences that Coconut uses, and
 * complains about any other.
 */
export class VirtualScreen {
  #columns: number;
  readonly #rows: number;
  /** All lines, those that scrolled away included. */
  readonly #lines: string[][] = [[]];
  /** The first line on the screen. */
  #top = 0;
  #row = 0;
  #column = 0;
  #rest = "";
  isCursorVisible = true;
  /** Lines that were wider than the screen. */
  readonly broken: string[] = [];
  colours = 0;

  constructor(columns: number, rows: number) {
    this.#columns = columns;
    this.#rows = rows;
  }

  write(output: string): void {
    let text = this.#rest + output;
    this.#rest = "";
    while (text !== "") {
      const [sequence] = sequencePattern.exec(text) ?? [];
      if (sequence !== undefined) this.#obey(sequence);
      else if (unfinishedPattern.test(text)) {
        this.#rest = text;
        return;
      }
      const taken = sequence ?? String.fromCodePoint(text.codePointAt(0)!);
      if (sequence === undefined) this.#put(taken);
      text = text.slice(taken.length);
    }
  }

  /** What has been seen and is still there, from the first line on. */
  get text(): string {
    const lines = this.#lines.map((line) =>
      Array.from(line, (each) => each ?? " ")
        .join("")
        .trimEnd(),
    );
    return lines.join("\n").trimEnd();
  }

  /** The part of it that is on the screen. */
  get visible(): string {
    return this.text.split("\n").slice(this.#top).join("\n");
  }

  /** Becomes narrower or wider, and breaks no lines anew: not all terminals do. */
  resize(columns: number): void {
    this.#columns = columns;
  }

  #put(character: string): void {
    if (character === "\r") this.#column = 0;
    else if (character === "\b") this.#column = Math.max(0, this.#column - 1);
    else if (character === "\n") this.#newLine();
    else if (character >= " ") {
      if (this.#column >= this.#columns) {
        this.broken.push(this.#lines[this.#row]!.join(""));
        this.#newLine();
      }
      this.#lines[this.#row]![this.#column++] = character;
    } else if (character !== bell) throw new Error(`A terminal was sent ${JSON.stringify(character)}.`);
  }

  #newLine(): void {
    this.#column = 0;
    this.#row++;
    this.#lines[this.#row] ??= [];
    this.#top = Math.max(this.#top, this.#row - this.#rows + 1);
  }

  #obey(sequence: string): void {
    const [, count = "1", command = ""] = /^.\[(\d*)(\D)$/.exec(sequence) ?? [];
    if (sequence.endsWith("?25l")) this.isCursorVisible = false;
    else if (sequence.endsWith("?25h")) this.isCursorVisible = true;
    else if (sequence.endsWith("m")) this.colours++;
    else if (command === "A") this.#row = Math.max(this.#top, this.#row - Number(count));
    else if (command === "H") [this.#row, this.#column] = [this.#top, 0];
    else if (command === "K") this.#lines[this.#row]!.length = this.#column;
    else if (command === "J") {
      this.#lines[this.#row]!.length = this.#column;
      this.#lines.length = this.#row + 1;
    } else throw new Error(`A terminal was sent ${JSON.stringify(sequence)}.`);
  }
}

const bell = "\u0007";
const escape = "\u001b";
const sequencePattern = new RegExp(String.raw`^${escape}\[[?\d;]*[A-Za-z]`);
const unfinishedPattern = new RegExp(String.raw`^${escape}(\[[?\d;]*)?$`);
