/**
 * The interface that a backend implements. A backend stores plain rows of text and numbers and does not interpret them:
 * values are already encoded and encrypted, hashes chained and sums computed. `testStore` checks an implementation.
 */
export interface RawStore {
  /** The folder on this machine that holds the files of the store, if it is made of files. */
  readonly folder?: string;
  /** True if the store ends with the process. Nothing about its stacks is remembered elsewhere. */
  readonly isTemporary?: true;
  /** Returns the existing stacks of one project, or of all projects, in the order of `byAddress`. */
  list(project?: string): Promise<readonly StackAddress[]>;
  /** Whether a stack exists. Opens and creates nothing. */
  exists(stack: StackAddress): Promise<boolean>;
  /** Returns where a stack is or would be stored. */
  where(stack: StackAddress): Promise<StateLocation>;
  /** Returns undefined if there is no such stack, and then leaves no trace. */
  open(stack: StackAddress): Promise<RawStack | undefined>;
  /** Creates the stack of this head unless it exists, and opens it. */
  create(head: RawHead): Promise<RawStack>;
  /**
   * Writes a whole stack that was copied from another store, atomically. Returns false and changes nothing if the stack
   * exists.
   */
  restore(copy: RawCopy): Promise<boolean>;
  /**
   * Deletes a stack and everything that belongs to it. Later appends to it fail. Does nothing if the stack does not
   * exist.
   */
  remove(stack: StackAddress): Promise<void>;
}

/** Identifies a stack in a store. Stacks of two projects may have the same name. */
export interface StackAddress {
  readonly project: string;
  /** As in URNs: `staging`, or `staging:acmecorp`. */
  readonly name: string;
}

/** Where a stack is stored, for display. Contains no credentials. */
export interface StateLocation {
  /** For display: a path relative to the project folder, or the address of a server. */
  readonly text: string;
  /** The absolute path of its file, if the stack is a file on this machine. */
  readonly path?: string;
}

export interface RawStack {
  /** Path of a lock file next to the stack, if the processes that use the stack share a file system. */
  readonly lockFile?: string;
  /** Present if runs hold the stack by a lease. Absent if their lock ends with their process. */
  readonly lease?: RawLease;
  /**
   * Reads everything that state is loaded from, as of one moment. `begin` receives the head and returns the function
   * that takes the rows. Rows are passed one by one, table by table, and are never all in memory. If `begin` returns
   * undefined, no row is read.
   */
  read(begin: (head: RawHead) => TakeRow | undefined): Promise<RawReading>;
  head(): Promise<RawHead>;
  /**
   * Makes the whole batch durable if the stack is still where the batch expects it; otherwise does nothing. Returns the
   * head afterwards. It is the batch's own head if the batch was committed, now or by an earlier attempt.
   */
  append(batch: RawBatch): Promise<RawHead>;
  /** Returns the records after a sequence number, in order. */
  journal(after: number): Promise<readonly RawRecord[]>;
  /** Returns the last record before those of the run with this epoch; undefined if there is none. */
  lastBefore(epoch: number): Promise<Pick<RawRecord, "seq" | "hash"> | undefined>;
  /** Returns the runs, oldest first. */
  runs(): Promise<readonly RawRow[]>;
  /**
   * Throws if there is damage that no row shows. A backend that could overwrite damaged data must also refuse to
   * `append`.
   */
  check?(): Promise<void>;
  /** Called when a run has ended, to tidy up files. `compact`: also return freed space. */
  settle(options?: { readonly compact?: boolean }): Promise<void>;
  close(): Promise<void>;
}

/** One row, with the columns that `tables` lists. */
export type RawRow = { readonly [column: string]: RawColumn };
export type RawColumn = string | number | null;

export type StateTable = "resource" | "object" | "intent" | "output";

export interface StateRow {
  readonly table: StateTable;
  readonly row: RawRow;
}

/** Receives a row as the text that `mac` authenticates. See `rowText`. */
export type TakeRow = (table: StateTable, text: string, mac: string) => void;

export interface RawReading {
  readonly head: RawHead;
  /** The records after the last checkpoint. */
  readonly tail: readonly RawRecord[];
}

/** All stored data of a stack. See `copyStack`. */
export interface RawCopy {
  readonly head: RawHead;
  /** All records of the journal, in order. */
  readonly records: readonly RawRecord[];
  readonly rows: readonly StateRow[];
  readonly runs: readonly RawRow[];
}

export interface RawBatch {
  /** The position at which the writer expects the stack. */
  readonly expected: { readonly epoch: number; readonly head_hash: string };
  readonly head: RawHead;
  readonly records: readonly RawRecord[];
  readonly changes: readonly RawChange[];
  /** Rows of `run` to write. */
  readonly runs: readonly RawRow[];
  /** Number of the last record to prune. The rows already include it. */
  readonly pruned?: number;
  /**
   * Takes the lease. Present only in the batch that begins a run in a store with leases. Such a batch is committed only
   * if the stack has no holder, the holder's lease expired, or the holder is known to be dead.
   */
  readonly lease?: { readonly ms: number; readonly deadKnown: boolean };
}

/**
 * The lease by which a run holds a stack, for stores that several machines share and where a process on another machine
 * cannot be checked. A lease expires by the clock of the store unless it is renewed. The epoch is the fencing token: a
 * run whose lease expired may still append until another run has begun.
 */
export interface RawLease {
  /**
   * Returns the milliseconds until the holder's lease expires, by the clock of the store; zero or less if it has
   * expired.
   */
  left(): Promise<number>;
  /** Renews the lease of a run that has begun, until `stop` is called. Does not keep the event loop alive. */
  keep(taken: TakenLease): Keeper;
}

export interface TakenLease {
  readonly epoch: number;
  /** Duration of the lease from each renewal. */
  readonly ms: number;
  /** The time on `clock` just before the lease was requested. */
  readonly since: number;
  /** Returns milliseconds on the clock of this process. */
  readonly clock: () => number;
}

export interface Keeper {
  /**
   * The time, on the clock of this process, until which no other run can have the lease: the time at which the last
   * successful renewal was sent, plus the duration of the lease.
   */
  goodUntil(): number;
  /**
   * Aborted when another run has the lease, or the stack is deleted. A lease that expired but was not taken is not
   * lost.
   */
  readonly lost: AbortSignal;
  stop(): void;
}

export type RawChange =
  | { readonly table: StateTable; readonly put: RawRow }
  | { readonly table: StateTable; readonly drop: readonly RawColumn[] };

/** The row of the stack itself. */
export interface RawHead {
  readonly lineage: string;
  readonly project: string;
  readonly name: string;
  readonly format: number;
  readonly epoch: number;
  readonly head_seq: number;
  readonly head_hash: string;
  /** The last record that the rows include. Readers apply the records after it. */
  readonly checkpoint_seq: number;
  readonly checkpoint_hash: string;
  readonly state_sum: string;
  readonly head_mac: string;
  readonly next_rid: number;
  readonly holder: string | null;
  readonly wrapped_key: string;
  /** The last pruned record and its hash, to which the first remaining record is chained. Since format 3. */
  readonly first_seq: number | null;
  readonly first_hash: string | null;
  /** Features that a reader must support, as a JSON list of names. Since format 3. */
  readonly features: string | null;
  /** JSON. Since format 3. */
  readonly more: string | null;
}

export interface RawRecord {
  readonly seq: number;
  readonly epoch: number;
  readonly run_id: string;
  readonly kind: string;
  readonly rid: number | null;
  readonly gen: number | null;
  readonly op_id: string | null;
  readonly body: string;
  readonly hash: string;
}
