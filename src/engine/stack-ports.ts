import type { ValueObject } from "../model/index.js";
import type { CallbackLimits, RecordedProgram } from "../program/index.js";
import type { PackageHost } from "../provider/contract/index.js";
import type { ProgramSettings } from "../sdk/internal.js";
import type { Timer } from "../std/index.js";
import type { Moves } from "../state/index.js";
import type { StackStore } from "../store/internal.js";
import type { AssetPort, OtherStackPort, ReadPort } from "./facts/evaluation-ports.js";
import type { RunningProcesses } from "./settling/running-processes.js";
import type { FindCode } from "./plan-file/provider-code.js";

/** Everything a stack needs of the world. */
export interface StackPorts extends OtherStackPort, ReadPort, AssetPort {
  readonly store: StackStore;
  /** Finds packages, those that the program defined or imported first. */
  readonly host: (program: Pick<RecordedProgram, "registrations">) => PackageHost;
  /** Evaluates the program once. */
  readonly record: (settings: StackSettings) => Promise<RecordedProgram>;
  readonly settings: StackSettings;
  /** The file that its configuration is from; what is sealed there follows the key of the stack. */
  readonly configFile?: string;
  /** The digest of the program's compiled code, which plan files are bound to; absent for a function. */
  readonly programDigest?: string | undefined;
  /** What providers load, which plan files are bound to; not looked at unless it is there. */
  readonly findCode?: FindCode;
  readonly actor: string;
  /** The renames that all stacks of the project follow. */
  readonly moves: MovesPort;
  /** The time in ISO 8601. */
  readonly now: () => string;
  /** Milliseconds on a clock that only goes forward. */
  readonly elapsed: () => number;
  /** Ends calls whose time is over. */
  readonly timer: Timer;
  /** Waits between calls, and has to keep the process alive meanwhile; `timer` unless said. */
  readonly pauses?: Timer;
  /** What interrupted calls may have left running; those of this machine unless said. */
  readonly processes?: RunningProcesses;
  /** How long a callback may take; as long as it likes unless said. */
  readonly callbackLimits?: CallbackLimits;
}

/** The renames of a project, which all its stacks follow. */
export interface MovesPort {
  read(): Promise<Moves>;
  /** Reads, changes and writes them without interference; `change` may be called more than once. */
  change(change: (moves: Moves) => Moves | undefined): Promise<void>;
}

export interface StackSettings extends ProgramSettings {
  readonly config: ValueObject;
}
