import { openDatabase } from "../../src/store/sqlite/driver.js";
import type { SqliteDatabase } from "../../src/store/sqlite/sqlite-database.js";

/**
 * Stands between the store and SQLite, and knows every moment at which something may be durable, half done or nothing:
 * around each transaction that writes, behind each of its statements and before its commit; while the file of a new
 * stack is made; around the checkpoint at the end of a run. In one of them it ends the process.
 */
export class Moments {
  /** Those that have come, in order. */
  readonly passed: string[] = [];
  readonly #last: string | undefined;
  readonly #end: () => void;
  #writes = 0;
  #checkpoints = 0;
  #isMaking = false;

  /** `end` is called in the `last` moment, and does not return. */
  constructor(last: string | undefined, end: () => void) {
    this.#last = last;
    this.#end = end;
  }

  open(path: string): SqliteDatabase {
    const isNew = !path.endsWith(".db");
    if (isNew) this.#at("file made, empty");
    else if (this.#isMaking) this.#at("file in place");
    this.#isMaking = isNew;
    const database = openDatabase(path);
    let statements: number | undefined;
    const written = () => {
      if (statements !== undefined) this.#at(`write ${this.#writes}, statement ${++statements}`);
    };
    return {
      execute: (sql) => {
        if (sql === "begin immediate") {
          this.#at(`before write ${++this.#writes}`);
          database.execute(sql);
          statements = 0;
        } else if (sql === "commit" && statements !== undefined) {
          this.#at(`write ${this.#writes}, commit`);
          database.execute(sql);
          statements = undefined;
          this.#at(`after write ${this.#writes}`);
        } else {
          database.execute(sql);
          if (sql === "rollback") statements = undefined;
          written();
        }
      },
      run: (sql, parameters) => {
        database.run(sql, parameters);
        written();
      },
      all: (sql, parameters) => {
        if (!sql.startsWith("pragma wal_checkpoint")) return database.all(sql, parameters);
        this.#at(`before checkpoint ${++this.#checkpoints}`);
        const rows = database.all(sql, parameters);
        this.#at(`after checkpoint ${this.#checkpoints}`);
        return rows;
      },
      close: () => {
        database.close();
        if (isNew) this.#at("file made, not in place");
      },
    };
  }

  #at(moment: string): void {
    this.passed.push(moment);
    if (moment === this.#last) this.#end();
  }
}
