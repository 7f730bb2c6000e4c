import type { ExitCode } from "../runner/index.js";
import type { Face } from "./face/index.js";
import type { ArgumentKind, CommandOptionName, CommandOptionValues } from "./options.js";
import type { WatchedRound } from "./watch/watched-round.js";

/** One thing that `coco` can be asked for. */
export interface Command {
  /** One word, or two: `plan`, `state ls`. */
  readonly name: string;
  /** What follows: `<needed>`, `[optional]`, with `...` behind what may be repeated. */
  readonly takes: readonly string[];
  /** What a word is that `takes` names otherwise; null if it can be anything. */
  readonly wants?: Readonly<Record<string, ArgumentKind | null>>;
  readonly says: string;
  /** Other names for it, which habits of other tools bring along. */
  readonly aliases?: readonly string[];
  /** Command lines that can be tried, without `coco`; the first is the usual one. */
  readonly examples: readonly string[];
  readonly options: readonly CommandOptionName[];
  /** It works on a stack that is there; others make one that is missing. */
  readonly needsStack?: true;
  readonly run: (invocation: Invocation) => Promise<ExitCode>;
}

/** A command line, understood. */
export interface Invocation {
  readonly command: Command;
  /** What follows the name of the command. */
  readonly words: readonly string[];
  readonly options: CommandOptionValues;
  /** The command line without the name of the command. */
  readonly rest: readonly string[];
  /** Where it says what it has to say. */
  readonly face: Face;
  /** The watcher that has started it, for a round of `coco watch`. */
  readonly round?: WatchedRound | undefined;
}
