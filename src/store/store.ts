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

/** Where stacks are kept. */
export interface Store {
  /** The folder on this machine that holds the files of the store, if it is made of files. */
  readonly folder?: string;
  /** The stacks that exist: those of one project, or all of them. */
  list(project?: string): Promise<readonly StackAddress[]>;
  /** Whether a stack exists. Opens and creates nothing. */
  exists(stack: StackAddress): Promise<boolean>;
  /** Where a stack is kept, or would be kept if it was created. For people, without credentials. */
  where(stack: StackAddress): Promise<StateLocation>;
  /** A stack that is missing is made if `create` says so, else refused. */
  open(stack: StackAddress, options: { readonly create: boolean }): Promise<StackStore>;
  /** What can be seen of a stack without its key; nothing if there is no such stack. */
  glance(stack: StackAddress): Promise<StackGlance | undefined>;
}

/** What is remembered of one stack. */
export interface StackStore {
  readonly lineage: string;
  /** The last committed state, checked. Takes no lock and writes nothing. */
  read(): Promise<Reading>;
  /** Takes the lock and opens a run. A live holder is refused by name; a dead one is taken over at once. */
  begin(run: RunRequest): Promise<StackRun>;
  /**
   * The live run that holds the lock, and the refusal that `begin` would answer with. Only the head is read, and it is
   * not authenticated.
   */
  heldBy(): Promise<{ readonly holder: Holder; readonly refusal: DiagnosticError } | undefined>;
  /** The records behind a sequence number, as far as they are kept. */
  journal(after?: number): Promise<readonly SequencedRecord[]>;
  /** All runs, the latest last. */
  history(): Promise<readonly RunRow[]>;
  /** Seals a document that leaves the store with the key of the stack, bound to what stands beside it in the open. */
  sealDocument(content: Uint8Array, beside: string): Uint8Array;
  /** HMAC-SHA256 of a text under a key for this use alone, which is derived from the current key; as hexadecimal text. */
  keyedDigest(use: string, text: string): string;
  /** Nothing if it was altered, or sealed for another stack or beside another text. */
  openDocument(sealed: Uint8Array, beside: string): Uint8Array | undefined;
  /**
   * Checks all that is kept, the whole journal included, and that the rows are what the journal amounts to. With
   * `acceptRollback` a stack of which a later one was seen is taken for the latest, if nothing is found.
   */
  verify(options?: { readonly acceptRollback?: boolean }): Promise<readonly Diagnostic[]>;
  /**
   * Closes the stack and takes it away with its journal, its history and its key. Whoever asks has begun a run on it,
   * which holds the lock until all of it is gone.
   */
  remove(): Promise<void>;
  close(): Promise<void>;
}

export interface Reading {
  readonly snapshot: Snapshot;
  /** The run that is changing the stack at this moment. */
  readonly holder?: Holder;
}

export interface RunRequest {
  readonly command: string;
  readonly actor: string;
  readonly planDigest?: string;
}

/** The one run that may change the stack. */
export interface StackRun {
  readonly epoch: number;
  readonly runId: string;
  /** State when the run began. */
  readonly snapshot: Snapshot;
  /** The run whose lock was taken over because it had died. */
  readonly tookOver?: Holder;
  /** Present in a store whose runs hold a stack by a lease. */
  readonly lease?: RunLease;
  /** State with everything appended so far, durable or not. A copy. */
  current(): Snapshot;
  /** The outputs of the stack in that state. */
  readonly outputs: ValueObject;
  /** The sequence number of the next record to be appended: an idempotency key is derived from it. */
  readonly nextSequence: number;
  /** A number for a new resource; each call gives another. */
  nextRid(): ResourceId;
  /**
   * Resolves when the record and the rows it changes are durable. Records of one turn of the event loop share a
   * commit. One that would make state unsound is refused alone; once the lock is lost, every one is.
   */
  append(record: Omit<JournalRecord, "runId">): Promise<void>;
  /** The same for whoever goes on before it is durable: what is entered behind it is never durable without it. */
  enter(record: Omit<JournalRecord, "runId">): Promise<{ readonly durable: Promise<void> }>;
  /**
   * Makes a new key the current one, seals and authenticates everything anew with it, and retires the old one; goes
   * on where an earlier run was cut off. `others` seals what lies outside the store, before the old key retires.
   */
  rotateKey(others?: () => Promise<void>): Promise<Rotation>;
  /** Wraps the keys of the stack by something else, in one commit. Values are not touched. */
  rewrapKey(source: KeySource): Promise<Wrapping>;
  /**
   * With the end of the run, the journal keeps only the records of the last so many runs, and of those with open operations.
   * Without it, those of the last 50. Returns how many records go. The rows of all runs stay.
   */
  prune(keepRuns: number): Promise<number>;
  /** Records the end and releases the lock. Operations may be left open: the next run settles them. */
  end(result: RunResult, summary: RunSummary, more?: RunEnding): Promise<void>;
}

/** The lease that a run holds its stack by. It is renewed until the run ends. */
export interface RunLease {
  /**
   * Aborted when the run may not call providers any more, because another run has the stack or the lease has run out. The
   * reason is a `DiagnosticError` that says which.
   */
  readonly ended: AbortSignal;
  /** Looks at the clock, and aborts `ended` if the lease has run out. Called before each provider call. */
  check(): void;
}

/** What else is said of a run when it ends. */
export interface RunEnding extends Pick<RunRow, "slowest" | "drift"> {
  /** What it saw as it is recorded. */
  readonly seen?: Seen | undefined;
}

/** What came of replacing the key of a stack. */
export interface Rotation {
  /** The id of the key that everything is sealed with now. */
  readonly key: string;
  /** Whether this finished what an earlier run had begun. */
  readonly resumed: boolean;
  /** How many rows were sealed anew. */
  readonly rows: number;
}

export interface RunRow extends RunRequest {
  readonly runId: string;
  readonly epoch: number;
  readonly begunAt: string;
  /** Absent while it runs, and after it died until the next run finds out. */
  readonly endedAt?: string;
  readonly result?: RunResult;
  readonly summary?: RunSummary;
  /** The steps that took longest, that first. Absent where there were none, and in stores of earlier versions. */
  readonly slowest?: readonly StepTime[];
  /** The machine that it ran on, and the version of Coconut. Absent in stores of earlier versions. */
  readonly host?: string;
  readonly version?: string;
  /** How many objects were found otherwise than recorded, and how many were gone. Absent where none was looked at. */
  readonly drift?: DriftCounts;
}

export interface DriftCounts {
  readonly read: number;
  readonly changed: number;
  readonly gone: number;
}
