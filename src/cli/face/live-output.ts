import { stripVTControlCharacters } from "node:util";
import type { RunEvent } from "../../model/index.js";
import type { Look } from "../../render/index.js";
import { eventText } from "../../render/progress/index.js";
import { liveLines, runView, waitView, type RunView, type Terminal } from "../terminal/index.js";
import type { OutputStream } from "./output-stream.js";

/** Standard output with lines that are redrawn while a command works. */
export class LiveOutput {
  readonly #terminal: Terminal;
  readonly #look: Look;
  readonly #own: OutputStream;
  readonly #waiting: ReturnType<typeof waitView>;
  #view: RunView | undefined;
  #last = Promise.resolve();
  #isBlank = false;

  constructor(terminal: Terminal, look: Look, own: OutputStream) {
    this.#terminal = terminal;
    this.#look = look;
    this.#own = own;
    this.#waiting = waitView(terminal, (text) => this.#print(text));
  }

  /** True if the blank line before the steps of a run is the last line printed. */
  get isBlank(): boolean {
    return this.#isBlank;
  }

  /** Resolves when everything is written. */
  get written(): Promise<void> {
    return this.#last;
  }

  write(text: string): void {
    if (text === "") return;
    this.#waiting.end();
    this.#isBlank = false;
    if (this.#view === undefined) this.#print(text);
    else this.#view.above(text);
  }

  event(event: RunEvent): void {
    if (this.#view === undefined && this.#waiting.event(event)) return;
    if (event.kind === "apply-started") {
      this.write("\n");
      this.#isBlank = true;
      this.#view ??= runView(this.#terminal, this.#look, (text) => {
        // Escape sequences such as the one that hides the cursor print nothing.
        if (this.#isBlank && stripVTControlCharacters(text) !== "") this.#isBlank = false;
        this.#print(text);
      });
    }
    if (this.#view === undefined) this.write(eventText(event, this.#look));
    else this.#view.event(event);
  }

  /** Shows lines on an interactive terminal, and returns the function that removes them. */
  progress(lines: (columns: number) => readonly string[]): () => void {
    if (!this.#terminal.isInteractive) return () => {};
    this.end();
    this.#view = liveLines(lines, (text) => this.#print(text));
    return () => this.end();
  }

  endWait(): void {
    this.#waiting.end();
  }

  /** Removes the redrawn lines. */
  end(): void {
    this.#waiting.end();
    this.#view?.end();
    this.#view = undefined;
  }

  #print(text: string): void {
    this.#last = this.#own.write(text);
  }
}
