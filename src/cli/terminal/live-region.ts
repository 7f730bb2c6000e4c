import { stripVTControlCharacters } from "node:util";
import { displayWidth } from "../../std/display-width.js";
import { whileCursorIsHidden } from "./hidden-cursor.js";
import { divertWrites } from "./divert-writes.js";

/** What is drawn on. That of the process is its standard output. */
export interface Screen {
  readonly columns: number;
  readonly rows: number;
  /** Streams that end up on the same screen: what others write to them while it is drawn on must not get in between. */
  readonly streams: readonly NodeJS.WriteStream[];
}

export interface LiveRegionPorts {
  readonly screen: Screen;
  readonly write: (text: string) => void;
  /** What is to be seen now, in at most so many lines, none wider than the screen. */
  readonly lines: (rows: number) => readonly string[];
}

/**
 * Lines at the end of the output that change, and others above them that stay. Nothing is drawn between two looks at
 * the clock, so that many changes cost what one does, and what is over soon is never seen to flicker.
 */
export class LiveRegion {
  readonly #ports: LiveRegionPorts;
  readonly #looks: NodeJS.Timeout;
  readonly #release: () => void;
  /** What stays, and is not written yet. */
  #pending = "";
  /** What is on the screen now; the cursor is at the beginning of the line below. */
  #drawn: readonly string[] = [];
  #isOver = false;

  constructor(ports: LiveRegionPorts) {
    this.#ports = ports;
    // Does not keep the process: whether anything is left to wait for is noticed by its end.
    this.#looks = setInterval(() => this.#draw(), lookEveryMs).unref();
    const restoreCursor = whileCursorIsHidden({
      write: ports.write,
      clear: () => this.#clear(),
      end: () => this.end(),
    });
    const restoreWrites = divertWrites(ports.screen.streams, (text) => this.above(text));
    this.#release = () => {
      restoreWrites();
      restoreCursor();
    };
  }

  /** Adds lines that stay. */
  above(text: string): void {
    if (this.#isOver) this.#ports.write(text);
    else this.#pending += text;
  }

  /** Takes the lines that change away; what follows is written where they were. */
  end(): void {
    if (this.#isOver) return;
    clearInterval(this.#looks);
    // Hands over the rest of a line that somebody began, too.
    this.#release();
    this.#isOver = true;
    this.#ports.write(this.#erasure() + this.#pending);
    this.#pending = "";
    this.#drawn = [];
  }

  #draw(): void {
    const { lines, screen, write } = this.#ports;
    // The line below it is the cursor's.
    const drawn = lines(Math.max(screen.rows - 1, 1));
    // Written over what is there rather than after it was taken away, which would flicker.
    const text = drawn.map((line) => `${line}\u001b[K\n`).join("");
    const before = this.#pending === "" ? this.#up() : this.#erasure() + this.#pending;
    write(`${before}${text}\u001b[J`);
    this.#pending = "";
    this.#drawn = drawn;
  }

  #clear(): void {
    this.#ports.write(this.#erasure());
    this.#drawn = [];
  }

  #erasure(): string {
    return this.#drawn.length === 0 ? "" : `${this.#up()}\u001b[J`;
  }

  /** To where it begins. Terminals that became narrower have broken the lines that were too wide for them. */
  #up(): string {
    const { columns } = this.#ports.screen;
    const height = this.#drawn.reduce(
      (sum, line) => sum + Math.max(1, Math.ceil(displayWidth(stripVTControlCharacters(line)) / columns)),
      0,
    );
    return height === 0 ? "" : `\u001b[${height}A\r`;
  }
}

const lookEveryMs = 85;
