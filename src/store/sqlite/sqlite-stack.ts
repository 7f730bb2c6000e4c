import { constants as bufferConstants } from "node:buffer";
import { statSync } from "node:fs";
import { guardFiles, identityOf } from "../../std/guarded-files.js";
import { longestRow, perTable, sealedColumns, stateTables, tables } from "../raw/index.js";
import type {
  RawBatch,
  RawChange,
  RawHead,
  RawReading,
  RawRecord,
  RawRow,
  RawStack,
  Table,
  TakeRow,
} from "../raw/index.js";
import type { SqliteDatabase } from "./sqlite-database.js";
import { takePages } from "./read-pages.js";
import { readRows, rowQuery } from "./read-rows.js";
import { firstHeadColumns, headColumns, journalColumns, upgrade } from "./schema.js";
import { takenAway } from "../taken-away.js";
import { journalTakenAway, notAStack, sqliteProblem } from "./sqlite-problem.js";

/** One open file. Each call is one transaction, which is complete when the call returns. */
export class SqliteStack implements RawStack {
  readonly lockFile: string;
  readonly #database: SqliteDatabase;
  readonly #path: string;
  readonly #inode: bigint | undefined;
  readonly #journalInode: bigint | undefined;
  readonly #unguard: () => void;
  #isSound = false;
  #hasAddedColumns = false;

  constructor(database: SqliteDatabase, path: string) {
    this.#database = database;
    this.#path = path;
    this.lockFile = `${path}-lock`;
    this.#inode = inodeOf(path);
    this.#journalInode = inodeOf(`${path}-wal`);
    // SQLite has all three files open by now, because it has read from the database.
    this.#unguard = guardFiles(["", "-wal", "-shm"].map((suffix) => identityOf(`${path}${suffix}`)));
  }

  async read(begin: (head: RawHead) => TakeRow | undefined): Promise<RawReading> {
    return this.#transaction("begin", () => {
      const head = this.#head();
      const take = begin(head);
      const isCurrent = this.#isCurrent();
      if (take !== undefined)
        for (const table of stateTables) takePages(this.#database, table, isCurrent, take);
      return { head, tail: this.#journal(head.checkpoint_seq) };
    });
  }

  async head(): Promise<RawHead> {
    return this.#transaction("begin", () => this.#head());
  }

  async append(batch: RawBatch): Promise<RawHead> {
    return this.#transaction("begin immediate", () => {
      // A deleted file can still be written to.
      if (inodeOf(this.#path) !== this.#inode) throw takenAway(this.#path);
      if (inodeOf(`${this.#path}-wal`) !== this.#journalInode) throw journalTakenAway(this.#path);
      const { epoch, head_hash } = batch.expected;
      if (this.#database.all(selectWhere, [epoch, head_hash]).length === 0) return this.#head();
      if (!this.#isSound) this.#checkPages();
      if (!this.#isCurrent()) this.#database.execute(upgrade);
      for (const record of batch.records) {
        this.#database.run(
          insertRecord,
          journalColumns.map((name) => record[name]),
        );
      }
      for (const change of batch.changes) this.#change(change);
      for (const row of batch.runs) this.#put("run", row);
      this.#database.run(
        updateHead,
        headColumns.map((name) => batch.head[name]),
      );
      if (batch.pruned !== undefined) this.#database.run(prune, [batch.pruned]);
      return batch.head;
    });
  }

  async journal(after: number): Promise<readonly RawRecord[]> {
    return this.#transaction("begin", () => this.#journal(after));
  }

  /** Epochs never decrease, so a binary search finds the record. */
  async lastBefore(epoch: number): Promise<Pick<RawRecord, "seq" | "hash"> | undefined> {
    return this.#transaction("begin", () => {
      const [ends] = this.#database.all(selectEnds);
      let [low, high] = [Number(ends?.["first"] ?? 0) - 1, Number(ends?.["last"] ?? -1)];
      const first = low;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        const [found] = this.#database.all(selectEpoch, [middle]);
        if (Number(found?.["epoch"] ?? Infinity) < epoch) low = middle;
        else high = middle - 1;
      }
      const [found] = low === first ? [] : this.#database.all(selectPlace, [low]);
      return found as unknown as Pick<RawRecord, "seq" | "hash"> | undefined;
    });
  }

  async runs(): Promise<readonly RawRow[]> {
    return this.#transaction("begin", () =>
      readRows(this.#database, this.#isCurrent() ? selectRuns : selectFirstRuns),
    );
  }

  async check(): Promise<void> {
    this.#attempt(() => this.#checkPages());
  }

  async settle({ compact = false } = {}): Promise<void> {
    this.#attempt(() => {
      if (compact) this.#database.execute("vacuum");
      this.#database.all("pragma wal_checkpoint(truncate)");
    });
  }

  async close(): Promise<void> {
    this.#database.close();
    this.#unguard();
  }

  /**
   * SQLite overwrites pages that it considers free, and its list of free pages is not among the rows that are verified.
   * So the file is checked before the first write.
   */
  #checkPages(): void {
    const [found] = this.#database.all("pragma quick_check(1)");
    const said = Object.values(found ?? {})[0];
    if (said !== "ok") throw notAStack(this.#path, `it is corrupted: ${said}`);
    this.#isSound = true;
  }

  #head(): RawHead {
    const [row] = readRows(this.#database, this.#isCurrent() ? selectHead : selectFirstHead);
    if (row === undefined) throw notAStack(this.#path, "the row of the stack is missing");
    return { ...noAddedColumns, ...row } as unknown as RawHead;
  }

  /** Whether the tables have the columns of format 3. Once added, they are never removed. */
  #isCurrent(): boolean {
    this.#hasAddedColumns ||= this.#database.all(selectAdded).length > 0;
    return this.#hasAddedColumns;
  }

  #journal(after: number): readonly RawRecord[] {
    return readRows(this.#database, selectJournal, [after]) as unknown as readonly RawRecord[];
  }

  #change(change: RawChange): void {
    if ("put" in change) this.#put(change.table, change.put);
    else this.#database.run(remove[change.table], change.drop);
  }

  #put(table: keyof typeof tables, row: RawRow): void {
    this.#database.run(
      put[table],
      tables[table].columns.map(({ name }) => row[name] ?? null),
    );
  }

  #transaction<Result>(begin: "begin" | "begin immediate", act: () => Result): Result {
    return this.#attempt(() => {
      this.#database.execute(begin);
      try {
        const result = act();
        this.#database.execute("commit");
        return result;
      } catch (error) {
        this.#rollBack();
        throw error;
      }
    });
  }

  /** SQLite rolls back by itself after some failures; then there is nothing to do. */
  #rollBack(): void {
    try {
      this.#database.execute("rollback");
    } catch {
      return;
    }
  }

  #attempt<Result>(act: () => Result): Result {
    try {
      return act();
    } catch (error) {
      throw sqliteProblem(error, this.#path);
    }
  }
}

function inodeOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}

const selectHead = rowQuery(headColumns, "from stack", longestRow);
const selectFirstHead = rowQuery(firstHeadColumns, "from stack", longestRow);
const noAddedColumns = { first_seq: null, first_hash: null, features: null, more: null };
const selectAdded = "select 1 from pragma_table_info('stack') where name = 'first_seq'";
/** Selects a row if the stack is at this position. */
const selectWhere = "select 1 from stack where epoch = ? and head_hash = ?";
const updateHead = `update stack set ${headColumns.map((name) => `${name} = ?`).join(", ")}`;
const selectJournal = rowQuery(
  journalColumns,
  "from journal where seq > ? order by seq",
  bufferConstants.MAX_STRING_LENGTH,
);
const insertRecord = `insert into journal (${journalColumns.join(", ")}) values (${marks(journalColumns)})`;
const runColumns = tables.run.columns.map(({ name }) => name);
const selectRuns = rowQuery(runColumns, "from run order by epoch", longestRow);
const selectFirstRuns = rowQuery([...sealedColumns.run.first, "mac"], "from run order by epoch", longestRow);
const selectEnds = "select min(seq) as first, max(seq) as last from journal";
const selectEpoch = "select epoch from journal where seq = ?";
const selectPlace = "select seq, hash from journal where seq = ?";
const prune = "delete from journal where seq <= ?";

/** An upsert leaves a row where it is in the file. Deleting and inserting it again would move its neighbors. */
const put = perTable((table) => {
  const { key, columns } = tables[table] as Table;
  const others = columns.map(({ name }) => name).filter((name) => !key.includes(name));
  const set = others.map((name) => `${name} = excluded.${name}`).join(", ");
  const named = columns.map(({ name }) => name).join(", ");
  return `insert into "${table}" (${named}) values (${marks(columns)}) on conflict (${key.join(", ")}) do update set ${set}`;
});
const remove = perTable(
  (table) => `delete from "${table}" where ${tables[table].key.map((name) => `${name} = ?`).join(" and ")}`,
);

function marks(columns: readonly unknown[]): string {
  return columns.map(() => "?").join(", ");
}
