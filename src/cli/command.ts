import type { ExitCode } from "../runner/index.js";
import type { Face } from "./face/index.js";
import type { ArgumentKind, CommandOptionName, CommandOptionValues } from "./options.js";
import type { WatchedRound } from "./watch/watched-round.js";

/** A command of `coco`. */
export interface Command {
  /** One word, or two: `plan`, `state ls`. */
  readonly name: string;
  /** Arguments: `<required>`, `[optional]`, with `...` after an argument that may be repeated. */
  readonly takes: readonly string[];
  /** Completion kinds of arguments whose name in `takes` is not a kind; null for free text. */
  readonly wants?: Readonly<Record<string, ArgumentKind | null>>;
  /** Summary: an imperative phrase without a full stop. */
  readonly says: string;
  /** Other names, familiar from other tools. */
  readonly aliases?: readonly string[];
  /** Example command lines without `coco`, the most common first. */
  readonly examples: readonly string[];
  readonly options: readonly CommandOptionName[];
  /** Help texts that replace the general text of an option for this command. */
  readonly optionTexts?: Partial<Readonly<Record<CommandOptionName, string>>>;
  /** The stack must exist. Other commands create a missing stack. */
  readonly needsStack?: true;
  readonly run: (invocation: Invocation) => Promise<ExitCode>;
}

/** A parsed command line. */
export interface Invocation {
  readonly command: Command;
  /** Arguments after the name of the command, without options. */
  readonly words: readonly string[];
  readonly options: CommandOptionValues;
  /** The command line as typed, without the name of the command. */
  readonly rest: readonly string[];
  /** Output of the command. */
  readonly face: Face;
  /** The connection to the watcher, if `coco watch` started this process. */
  readonly round?: WatchedRound | undefined;
}
