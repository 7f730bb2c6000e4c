import type {
  Diagnostic,
  DiagnosticError,
  JournalRecord,
  ResourceId,
  RunResult,
  RunSummary,
  Seen,
  SequencedRecord,
  Snapshot,
  StepTime,
  ValueObject,
} from "../model/index.js";
import type { Holder } from "./lock.js";
import type { KeySource } from "./ports.js";
import type { StackAddress, StateLocation } from "./raw/index.js";
import type { Wrapping } from "./seal/index.js";
import type { StackGlance } from "./stack-glance.js";

/** Contains the state of stacks. */
export interface Store {
  /** The folder on this machine that holds the files of the store, if it is made of files. */
  readonly folder?: string;
  /** Returns the existing stacks of one project, or of all projects. */
  list(project?: string): Promise<readonly StackAddress[]>;
  /** Whether a stack exists. Opens and creates nothing. */
  exists(stack: StackAddress): Promise<boolean>;
  /** Returns where a stack is or would be stored, for display, without credentials. */
  where(stack: StackAddress): Promise<StateLocation>;
  /** Opens a stack. If it does not exist, creates it, or throws if `create` is false. */
  open(stack: StackAddress, options: { readonly create: boolean }): Promise<StackStore>;
  /** Returns what is visible of a stack without its key; undefined if the stack does not exist. */
  glance(stack: StackAddress): Promise<StackGlance | undefined>;
}

/** The state of one stack. */
export interface StackStore {
  readonly lineage: string;
  /** Returns the last committed state, verified. Takes no lock and writes nothing. */
  read(): Promise<Reading>;
  /** Takes the lock and opens a run. Throws if a live run holds the lock; takes over immediately from a dead one. */
  begin(run: RunRequest): Promise<StackRun>;
  /**
   * Returns the live run that holds the lock, and the error that `begin` would throw. Reads only the head, and does not
   * authenticate it.
   */
  heldBy(): Promise<{ readonly holder: Holder; readonly refusal: DiagnosticError } | undefined>;
  /** Returns the records after a sequence number, except pruned ones. */
  journal(after?: number): Promise<readonly SequencedRecord[]>;
  /** Returns all runs, oldest first. */
  history(): Promise<readonly RunRow[]>;
  /**
   * Encrypts a document for use outside the store with the key of the stack. The ciphertext is bound to the unencrypted
   * text `beside`.
   */
  sealDocument(content: Uint8Array, beside: string): Uint8Array;
  /**
   * Returns the HMAC-SHA256 of a text, in hexadecimal, under a key that is derived from the current key for this use
   * only.
   */
  keyedDigest(use: string, text: string): string;
  /** Returns undefined if the document was tampered with, or was encrypted for another stack or another `beside`. */
  openDocument(sealed: Uint8Array, beside: string): Uint8Array | undefined;
  /**
   * Verifies all stored data including the whole journal, and that replaying the journal gives the rows. With
   * `acceptRollback`, a stack that is older than one seen before is accepted as the latest if there are no problems.
   */
  verify(options?: { readonly acceptRollback?: boolean }): Promise<readonly Diagnostic[]>;
  /**
   * Closes and deletes the stack with its journal, history and key. The caller must have begun a run, which holds the
   * lock until everything is deleted.
   */
  remove(): Promise<void>;
  close(): Promise<void>;
}

export interface Reading {
  readonly snapshot: Snapshot;
  /** The run that currently changes the stack. */
  readonly holder?: Holder;
}

export interface RunRequest {
  readonly command: string;
  readonly actor: string;
  readonly planDigest?: string;
}

/** The run that holds the lock and may change the stack. */
export interface StackRun {
  readonly epoch: number;
  readonly runId: string;
  /** State at the beginning of the run. */
  readonly snapshot: Snapshot;
  /** The dead run from which the lock was taken over. */
  readonly tookOver?: Holder;
  /** Present in a store that uses leases. */
  readonly lease?: RunLease;
  /** Returns a copy of the state including everything appended so far, durable or not. */
  current(): Snapshot;
  /** The stack outputs in that state. */
  readonly outputs: ValueObject;
  /** The sequence number of the next record. Idempotency keys are derived from it. */
  readonly nextSequence: number;
  /** Returns a new resource number on every call. */
  nextRid(): ResourceId;
  /**
   * Resolves when the record is durable. Records of one turn of the event loop share a commit. A record that would make
   * state inconsistent is rejected alone; after the lock is lost, every record is rejected.
   */
  append(record: Omit<JournalRecord, "runId">): Promise<void>;
  /**
   * Like `append`, for a caller that continues before the record is durable. No later record becomes durable without
   * it.
   */
  enter(record: Omit<JournalRecord, "runId">): Promise<{ readonly durable: Promise<void> }>;
  /**
   * Creates a new key, re-encrypts and re-authenticates everything with it, and retires the old key. Resumes an
   * interrupted rotation. `others` re-encrypts data outside the store before the old key is retired.
   */
  rotateKey(others?: () => Promise<void>): Promise<Rotation>;
  /** Replaces the passphrase or key file that protects the keys of the stack, in one commit. Values are not touched. */
  rewrapKey(source: KeySource): Promise<Wrapping>;
  /**
   * At the end of the run, the journal keeps only the records of the last `keepRuns` runs, and of runs with interrupted
   * operations (default: 50 runs). Returns the number of records that are pruned. The history keeps all runs.
   */
  prune(keepRuns: number): Promise<number>;
  /** Records the end and releases the lock. The next run resolves interrupted operations. */
  end(result: RunResult, summary: RunSummary, more?: RunEnding): Promise<void>;
}

/** The lease by which a run holds its stack. It is renewed until the run ends. */
export interface RunLease {
  /**
   * Aborted when the run must not call providers any more, because another run holds the lock or the lease expired. The
   * reason is a `DiagnosticError`.
   */
  readonly ended: AbortSignal;
  /** Aborts `ended` if the lease has expired. Called before each provider call. */
  check(): void;
}

/** Further facts to record about the end of a run. */
export interface RunEnding extends Pick<RunRow, "slowest" | "drift"> {
  /** The observation to record. */
  readonly seen?: Seen | undefined;
}

/** The result of a key rotation. */
export interface Rotation {
  /** The id of the new key. */
  readonly key: string;
  /** Whether this completed a rotation that an earlier run had begun. */
  readonly resumed: boolean;
  /** The number of rows that were re-encrypted. */
  readonly rows: number;
}

export interface RunRow extends RunRequest {
  readonly runId: string;
  readonly epoch: number;
  readonly begunAt: string;
  /** Absent while the run is active, and after a crash until the next run detects it. */
  readonly endedAt?: string;
  readonly result?: RunResult;
  readonly summary?: RunSummary;
  /** The longest steps, longest first. Absent if there were none, and in stores of earlier versions. */
  readonly slowest?: readonly StepTime[];
  /** The host name of the machine, and the version of Coconut. Absent in stores of earlier versions. */
  readonly host?: string;
  readonly version?: string;
  /** The number of objects that drifted, and of objects that were missing. Absent if none was checked. */
  readonly drift?: DriftCounts;
}

export interface DriftCounts {
  readonly read: number;
  readonly changed: number;
  readonly gone: number;
}
