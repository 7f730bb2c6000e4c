/**
 * What a backend has to be able to do. It keeps plain rows of text and numbers and knows nothing of what they
 * mean: values are encoded and sealed, hashes chained and sums kept before they reach it. Whatever has these few
 * functions can be a store; `testStore` says whether it is a good one.
 */
export interface RawStore {
  /** The folder on this machine that holds the files of the store, if it is made of files. */
  readonly folder?: string;
  /** The store ends with the process. Nothing about its stacks is remembered elsewhere. */
  readonly isTemporary?: true;
  /** The stacks that exist, in the order of `byAddress`: those of one project, or all of them. */
  list(project?: string): Promise<readonly StackAddress[]>;
  /** Whether a stack exists. Opens and creates nothing. */
  exists(stack: StackAddress): Promise<boolean>;
  /** Where a stack is kept, or would be kept if it was created. */
  where(stack: StackAddress): Promise<StateLocation>;
  /** Returns undefined, and leaves no trace, if there is no such stack. */
  open(stack: StackAddress): Promise<RawStack | undefined>;
  /** Creates the stack that the head names, unless it exists; either way it is there afterwards. */
  create(head: RawHead): Promise<RawStack>;
  /**
   * Writes a whole stack, as it was copied from another store: all of it at once, or nothing. Returns false, and changes
   * nothing, if the stack exists.
   */
  restore(copy: RawCopy): Promise<boolean>;
  /** Deletes a stack with everything that belongs to it. Later appends to it fail. A stack that does not exist is ignored. */
  remove(stack: StackAddress): Promise<void>;
}

/** Names a stack in a store. Stacks of two projects may have the same name. */
export interface StackAddress {
  readonly project: string;
  /** As in URNs: `staging`, or `staging:acmecorp`. */
  readonly name: string;
}

/** Where a stack is kept, for people. Holds no credentials. */
export interface StateLocation {
  /** As people write it: a path from the folder of the project, or the address of a server. */
  readonly text: string;
  /** The absolute path of its file, if the stack is a file on this machine. */
  readonly path?: string;
}

export interface RawStack {
  /** A path beside it where the process that changes it can lock a file, if its processes share a file system. */
  readonly lockFile?: string;
  /** Present if runs hold the stack by a lease. Absent if their lock ends with their process. */
  readonly lease?: RawLease;
  /**
   * Everything that state is loaded from, as of one moment. `begin` is told the head and says who takes the rows, which
   * are many: they come one by one, table by table, and nobody keeps them all. Without a taker none is read.
   */
  read(begin: (head: RawHead) => TakeRow | undefined): Promise<RawReading>;
  head(): Promise<RawHead>;
  /**
   * Makes the whole batch durable if the stack still stands where the batch expects it, else does nothing. Returns
   * the head as it then is: the batch's own if it landed, now or by an earlier attempt.
   */
  append(batch: RawBatch): Promise<RawHead>;
  /** The records behind a sequence number, in order. */
  journal(after: number): Promise<readonly RawRecord[]>;
  /** The last record before those of a run and of all later ones; nothing if there is none. */
  lastBefore(epoch: number): Promise<Pick<RawRecord, "seq" | "hash"> | undefined>;
  /** The latest last. */
  runs(): Promise<readonly RawRow[]>;
  /** Refuses what is damaged where no row shows it. A backend that writes over damage has to refuse to `append` too. */
  check?(): Promise<void>;
  /** Called when a run has ended: the time to tidy files. `compact`: room that was freed is to be given back too. */
  settle(options?: { readonly compact?: boolean }): Promise<void>;
  close(): Promise<void>;
}

/** One row; its columns are those that `tables` names. */
export type RawRow = { readonly [column: string]: RawColumn };
export type RawColumn = string | number | null;

export type StateTable = "resource" | "object" | "intent" | "output";

export interface StateRow {
  readonly table: StateTable;
  readonly row: RawRow;
}

/** Given a row as the text that `mac` authenticates: see `rowText`. */
export type TakeRow = (table: StateTable, text: string, mac: string) => void;

export interface RawReading {
  readonly head: RawHead;
  /** The records behind the last checkpoint. */
  readonly tail: readonly RawRecord[];
}

/** Everything that a store keeps of a stack. See `copyStack`. */
export interface RawCopy {
  readonly head: RawHead;
  /** All records of the journal, in order. */
  readonly records: readonly RawRecord[];
  readonly rows: readonly StateRow[];
  readonly runs: readonly RawRow[];
}

export interface RawBatch {
  /** Where the writer believes the stack to be. */
  readonly expected: { readonly epoch: number; readonly head_hash: string };
  readonly head: RawHead;
  readonly records: readonly RawRecord[];
  readonly changes: readonly RawChange[];
  /** Rows of `run` to be put. */
  readonly runs: readonly RawRow[];
  /** The last of the records that are to go, which the rows have taken in. */
  readonly pruned?: number;
  /**
   * Takes the lease. Only the batch that begins a run has it, and only in a store with leases. The batch then lands only if
   * the stack has no holder, or the lease of its holder has run out, or its holder is known to be dead.
   */
  readonly lease?: { readonly ms: number; readonly deadKnown: boolean };
}

/**
 * The lease that a run holds a stack by, for stores that several machines share: whether a process on another machine is
 * alive cannot be seen. A lease runs out by the clock of the store, unless it is renewed. The epoch remains the fence: a run
 * whose lease has run out may still append, until another run has begun.
 */
export interface RawLease {
  /** Milliseconds until the lease of the holder runs out, by the clock of the store; zero or less if it has. */
  left(): Promise<number>;
  /** Renews the lease of a run that has begun, until `stop` is called. Holds no event loop. */
  keep(taken: TakenLease): Keeper;
}

export interface TakenLease {
  readonly epoch: number;
  /** How long the lease lasts from each renewal. */
  readonly ms: number;
  /** The time on `clock` before the lease was asked for. */
  readonly since: number;
  /** Milliseconds on the clock of this process. */
  readonly clock: () => number;
}

export interface Keeper {
  /**
   * The time on the clock of this process until which nobody else can have the lease: the time before the last renewal that
   * succeeded was sent, and the length of the lease.
   */
  goodUntil(): number;
  /** Aborted when another run has the lease, or the stack is gone. A lease that ran out and was not taken is not lost. */
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
  /** The record up to which the rows have come; reading goes on behind it. */
  readonly checkpoint_seq: number;
  readonly checkpoint_hash: string;
  readonly state_sum: string;
  readonly head_mac: string;
  readonly next_rid: number;
  readonly holder: string | null;
  readonly wrapped_key: string;
  /** The last record that is gone from the journal, and its hash, which the first that is there is tied to. Since format 3. */
  readonly first_seq: number | null;
  readonly first_hash: string | null;
  /** What whoever reads the stack has to know, as a JSON list of names. Since format 3. */
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
