/** Everything that a store needs from the system, other than storage. */
export interface StorePorts {
  /**
   * The current time in ISO 8601, mostly for display. The only computation with it is how long ago an earlier run
   * ended, and so whether its requests may still arrive.
   */
  now(): string;
  /**
   * Milliseconds on a monotonic clock. Without it, pending records are always committed at the end of a turn of the
   * event loop.
   */
  elapsed?(this: void): number;
  randomBytes(count: number): Uint8Array;
  readonly processes: Processes;
  /** The version of Coconut, for the history; undefined if unknown. */
  version?(this: void): string | undefined;
  readonly keys: KeySource;
  /** Without it, a crashed run is recorded as ended when another run took over. */
  readonly signs?: SignsOfLife;
  /** Without it, an older copy of a stack is not detected. */
  readonly heads?: HeadMemory;
}

/** Remembers the last record number of each stack, outside the stack. */
export interface HeadMemory {
  /** The number of the last record that was seen of a stack; undefined if none is remembered. */
  seen(lineage: string): number | undefined;
  remember(lineage: string, sequence: number): void;
}

export interface Processes {
  readonly self: ProcessIdentity;
  /** Start time of a process on this machine, in the format of its identity; undefined if there is no such process. */
  startTimeOf(pid: number): string | undefined;
  /**
   * Locks a file until this process ends, and creates the file if it is missing. Returns `held` if another process
   * holds it after a short wait, and `none` where the system has no such locks. With `isLook` the lock is released
   * immediately.
   */
  lockFile?(path: string, how?: { readonly isLook: boolean }): Promise<LockedFile | "held" | "none">;
}

export interface LockedFile {
  /** Identifies the file on this machine; copies of it have another identity. */
  readonly file: string;
  /** Whether the modification time of the file shows how long the process that locked it has lived. */
  readonly givesSigns?: true;
  /** May be called more than once. */
  release(): void;
}

/** Shows that the process of a run is alive. While a run waits for a provider, it adds nothing to the journal. */
export interface SignsOfLife {
  /**
   * Starts to update the file at regular intervals, until the returned function is called; undefined where that is not
   * possible.
   */
  give(path: string): (() => void) | undefined;
  /** Time (ISO 8601) after which the process that last updated the file was no longer alive; undefined if unknown. */
  last(path: string, about: { readonly now: string; readonly isSameBoot: boolean }): string | undefined;
}

export { unknownStart } from "../std/process-start.js";

/** Identifies this process, also among later processes with the same pid. */
export interface ProcessIdentity {
  readonly user: string;
  readonly host: string;
  readonly pid: number;
  readonly startTime: string;
  /** Changes when the machine boots. */
  readonly bootId: string;
}

/** Source of the keys that wrap the data key of a stack. */
export interface KeySource {
  /** Called when a stack is created, and when a stack that is protected by a passphrase is opened. */
  passphrase(): Promise<string | undefined>;
  /**
   * Returns the path of the key file with this id. It is outside the project, so that key and project are not copied
   * together.
   */
  keyFile(id: string): string;
  /** No key file is created in this folder, because projects are copied and committed. An existing one is used. */
  readonly projectFolder?: string;
  /** For tests: derives keys from passphrases at a cost that gives no protection. */
  readonly weakPassphrases?: boolean;
}
