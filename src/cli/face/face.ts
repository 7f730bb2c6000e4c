import type { Diagnostic, Json, RunEvent } from "../../model/index.js";
import type { Run, StackPlan } from "../../engine/index.js";
import type { StateLocation } from "../../operations/stack/index.js";
import type { Look } from "../../render/index.js";

/**
 * Where a command says what it has to say: text for people, one JSON document, or a line of JSON per event. A command
 * says everything once, as data and as text, and does not know which of them is seen.
 */
export interface Face {
  /** How text is to look; plain where none is seen. */
  readonly look: Look;
  /** Whether someone is there who can be asked. */
  readonly canAsk: boolean;
  /** Something that only people read. Ends its own lines. */
  say(text: string): void;
  /** A part of the result: `name` is its field in the document. Given again, the later one counts. */
  show(name: string, data: Json, text: (look: Look) => string): void;
  /** One of a stream of things, such as lines of a log: some text, an event, an item of a list of the document. */
  item(name: string, data: Json, text: (look: Look) => string): void;
  /** A plan; with `details`, all of it, for someone who asked. */
  plan(plan: StackPlan, details?: "details"): Promise<void>;
  /** Something happened in a run. */
  event(event: RunEvent): void;
  /** Takes away what is shown while a lock is waited for: a program is evaluated next, which may print and may never end. */
  endWait(): void;
  /** A run is over. `where` is where its state is kept. */
  ended(run: Run, where: StateLocation): void;
  complain(diagnostics: readonly Diagnostic[]): void;
  /** Keeps these texts, as they are when something is shown, out of excerpts of the program's source. */
  hideInSource(texts: () => Iterable<string>): void;
  /** Asks a question that has few answers; only where `canAsk`. Nothing: the user left. */
  ask(question: string, answers: readonly string[]): Promise<string | undefined>;
  /** Asks for something that nobody should see; only where `canAsk`. */
  askSecret(question: string): Promise<string | undefined>;
  /** The last thing: what the process ends with. Resolves when everything has been handed over. */
  end(exitCode: number): Promise<void>;
}
