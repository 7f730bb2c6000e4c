/** What a store needs of the world beside the place where it keeps things. */
export interface StorePorts {
  /**
   * The time in ISO 8601; kept for people. Only how long ago an earlier run ended is worked out from it, for how long its
   * requests may still arrive.
   */
  now(): string;
  /** Milliseconds on a clock that only goes forward. Without it, commits wait for the event loop alone. */
  elapsed?(this: void): number;
  randomBytes(count: number): Uint8Array;
  readonly processes: Processes;
  /** Of Coconut, for the history; nothing if it is not known. */
  version?(this: void): string | undefined;
  readonly keys: KeySource;
  /** Without it, a run that died ended when another took over. */
  readonly signs?: SignsOfLife;
  /** Without it, an older copy of a stack is taken for the stack. */
  readonly heads?: HeadMemory;
}

/** How far stacks have come, remembered outside of them. */
export interface HeadMemory {
  /** The number of the last record that was seen of a stack; nothing if none is remembered. */
  seen(lineage: string): number | undefined;
  remember(lineage: string, sequence: number): void;
}

export interface Processes {
  readonly self: ProcessIdentity;
  /** When a process of this machine began, spelled as in its identity; nothing if there is no such process. */
  startTimeOf(pid: number): string | undefined;
  /**
   * Locks a file, which is made if it is missing, in a way that ends with this process. `held` if another process has
   * it, which is said after a moment; `none` where the system has no such locks. A look lets go of it at once.
   */
  lockFile?(path: string, how?: { readonly isLook: boolean }): Promise<LockedFile | "held" | "none">;
}

export interface LockedFile {
  /** Tells the file from every other of this machine, copies of it included. */
  readonly file: string;
  /** Whether its time shows how long the process has lived that has locked it. */
  readonly givesSigns?: true;
  /** More than once is as good as once. */
  release(): void;
}

/** Shows that the process of a run lives: while it waits for a provider, nothing is added to the journal. */
export interface SignsOfLife {
  /** Gives signs at a file from now on, until the answer is called; undefined where that is not possible. */
  give(path: string): (() => void) | undefined;
  /** In ISO 8601, a time after which whoever gave signs there last did not live; undefined if that is not known. */
  last(path: string, about: { readonly now: string; readonly isSameBoot: boolean }): string | undefined;
}

export { unknownStart } from "../std/process-start.js";

/** Tells this process from every other, also from a later one with the same number. */
export interface ProcessIdentity {
  readonly user: string;
  readonly host: string;
  readonly pid: number;
  readonly startTime: string;
  /** Changes when the machine starts. */
  readonly bootId: string;
}

/** Where the keys come from that wrap the key of a stack. */
export interface KeySource {
  /** Asked when a stack is made, and when one is opened that has a passphrase. */
  passphrase(): Promise<string | undefined>;
  /** The path of the key file with this id. Outside the project, so that the two are not handed on together. */
  keyFile(id: string): string;
  /** No key file is made in this folder, which is handed on and committed; one that is there is used. */
  readonly projectFolder?: string;
  /** Wraps by passphrase at a cost that protects nothing. For tests. */
  readonly weakPassphrases?: boolean;
}
