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

/** The external dependencies of a stack. */
export interface StackPorts extends OtherStackPort, ReadPort, AssetPort {
  readonly store: StackStore;
  /** Finds packages; those that the program defines or imports come first. */
  readonly host: (program: Pick<RecordedProgram, "registrations">) => PackageHost;
  /** Evaluates the program once. */
  readonly record: (settings: StackSettings) => Promise<RecordedProgram>;
  readonly settings: StackSettings;
  /** The configuration file. Its encrypted values follow the key of the stack. */
  readonly configFile?: string;
  /** The digest of the program's compiled code, which plan files are bound to; absent if the program is a function. */
  readonly programDigest?: string | undefined;
  /** Finds the code that providers load, which plan files are bound to; not checked if absent. */
  readonly findCode?: FindCode;
  readonly actor: string;
  /** The renames that all stacks of the project follow. */
  readonly moves: MovesPort;
  /** The time in ISO 8601. */
  readonly now: () => string;
  /** Milliseconds on a monotonic clock. */
  readonly elapsed: () => number;
  /** Aborts calls at their timeout. */
  readonly timer: Timer;
  /** Waits between calls. It must keep the process alive meanwhile. Default: `timer`. */
  readonly pauses?: Timer;
  /** The processes that interrupted calls may have left running. Default: those of this machine. */
  readonly processes?: RunningProcesses;
  /** Timeouts of callbacks. Default: none. */
  readonly callbackLimits?: CallbackLimits;
}

/** The renames of a project, which all its stacks follow. */
export interface MovesPort {
  read(): Promise<Moves>;
  /** Reads, changes and writes the renames atomically; `change` may be called more than once. */
  change(change: (moves: Moves) => Moves | undefined): Promise<void>;
}

export interface StackSettings extends ProgramSettings {
  readonly config: ValueObject;
}
