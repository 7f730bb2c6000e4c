/**
 * What a backend has to be able to do. It keeps plain rows of text and numbers and knows nothing of what they
 * mean: values are encoded and sealed, hashes chained and sums kept before they reach it. Whatever has these few
 * functions can be a store; `testStore` says whether it is a good one.
 */
export interface RawStore {
  /** The names of the stacks that exist. */
  list(): Promise<readonly string[]>;
  /** Nothing if there is no such stack. Leaves no trace then. */
  open(name: string): Promise<RawStack | undefined>;
  /** Makes the stack unless it exists; either way it is there afterwards. */
  create(head: RawHead): Promise<RawStack>;
  /**
   * Takes a stack away with all that is kept of it: whoever has it open cannot append to it any more. One that is not
   * there is gone already.
   */
  remove(name: string): Promise<void>;
}

export interface RawStack {
  /** A path beside it where the process that changes it can lock a file, if its processes share a file system. */
  readonly lockFile?: string;
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
