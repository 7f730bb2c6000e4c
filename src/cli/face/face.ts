import type { Diagnostic, Json, RunEvent } from "../../model/index.js";
import type { Run, StackPlan } from "../../engine/index.js";
import type { StateLocation } from "../../operations/stack/index.js";
import type { Look } from "../../render/index.js";

/**
 * The output of a command: text, one JSON document, or an event stream. A command gives everything as data and as text,
 * and does not know which one is printed.
 */
export interface Face {
  /** Style of the text; plain if no text is printed. */
  readonly look: Look;
  /** True if the user can be asked. */
  readonly canAsk: boolean;
  /** Prints text only, not data. The text includes its line breaks. */
  say(text: string): void;
  /** Prints a part of the result. `name` is its field in the JSON document; a later value replaces an earlier one. */
  show(name: string, data: Json, text: (look: Look) => string): void;
  /** Prints an item of a stream, such as a log line: text, an event, or an item of a list in the JSON document. */
  item(name: string, data: Json, text: (look: Look) => string): void;
  /** Prints a plan; with `details`, all of it. */
  plan(plan: StackPlan, details?: "details"): Promise<void>;
  /** Prints an event of a run. */
  event(event: RunEvent): void;
  /**
   * Shows lines that are redrawn while the command works, on an interactive terminal only, and returns the function that
   * removes them. `lines` is called with the width of the terminal.
   */
  progress(lines: (columns: number) => readonly string[]): () => void;
  /** Removes the progress line of a wait for the lock. The program is evaluated next; it may print, or never end. */
  endWait(): void;
  /** Prints the end of a run. `where` is the location of its state. */
  ended(run: Run, where: StateLocation): void;
  complain(diagnostics: readonly Diagnostic[]): void;
  /** Masks these texts in excerpts of the source. The function is called each time an excerpt is printed. */
  hideInSource(texts: () => Iterable<string>): void;
  /** Asks a question with fixed answers; only if `canAsk`. Returns undefined if the user cancelled. */
  ask(question: string, answers: readonly string[]): Promise<string | undefined>;
  /** Asks for a secret without echoing it; only if `canAsk`. Returns undefined if the user cancelled. */
  askSecret(question: string): Promise<string | undefined>;
  /** Ends the output with the exit code. Must be called last. Resolves when everything is written. */
  end(exitCode: number): Promise<void>;
}
