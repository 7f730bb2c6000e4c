import { stripVTControlCharacters } from "node:util";
import { displayWidth } from "../../std/display-width.js";
import { whileCursorIsHidden } from "./hidden-cursor.js";
import { divertWrites } from "./divert-writes.js";

/** The screen to draw on. */
export interface Screen {
  readonly columns: number;
  readonly rows: number;
  /** Streams that print to the same screen. Their writes are redirected while the region is drawn. */
  readonly streams: readonly NodeJS.WriteStream[];
}

export interface LiveRegionPorts {
  readonly screen: Screen;
  readonly write: (text: string) => void;
  /** Returns the current lines, at most `rows`, none wider than the screen. */
  readonly lines: (rows: number) => readonly string[];
}

/**
 * Lines at the end of the output that are redrawn, below lines that stay. Drawn at a fixed interval, so that many changes
 * cost as much as one and short-lived lines do not flicker.
 */
export class LiveRegion {
  readonly #ports: LiveRegionPorts;
  readonly #looks: NodeJS.Timeout;
  readonly #release: () => void;
  /** Permanent lines that are not written yet. */
  #pending = "";
  /** The lines on the screen. The cursor is at the start of the line below. */
  #drawn: readonly string[] = [];
  #isOver = false;

  constructor(ports: LiveRegionPorts) {
    this.#ports = ports;
    // Must not keep the process alive: an empty event loop shows that nothing is left to wait for.
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

  /** Adds permanent lines. */
  above(text: string): void {
    if (this.#isOver) this.#ports.write(text);
    else this.#pending += text;
  }

  /** Removes the redrawn lines. Later output is written in their place. */
  end(): void {
    if (this.#isOver) return;
    clearInterval(this.#looks);
    // Also hands over incomplete lines.
    this.#release();
    this.#isOver = true;
    this.#ports.write(this.#erasure() + this.#pending);
    this.#pending = "";
    this.#drawn = [];
  }

  #draw(): void {
    const { lines, screen, write } = this.#ports;
    // The last row is for the cursor.
    const drawn = lines(Math.max(screen.rows - 1, 1));
    // Overwrites the lines instead of erasing them first, which would flicker.
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

  /** Moves the cursor to the start of the region. A terminal that became narrower has wrapped long lines. */
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
