/** A process that does to a store what it is told, one order after the other. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDiagnosticError, type Diagnostic } from "../../src/model/index.js";
import { openStore, systemPorts, type StackRun, type StackStore } from "../../src/store/internal.js";
import { openDatabase } from "../../src/store/sqlite/driver.js";
import type { SqliteDatabase } from "../../src/store/sqlite/sqlite-database.js";
import { sqliteStore } from "../../src/store/sqlite/index.js";
import { inGuise, type Guise } from "./guise.js";

export interface PuppetRequest {
  /** Of the store. */
  readonly folder: string;
  readonly guise: Guise;
}

export type Order =
  | { readonly kind: "begin" }
  /** Adds one to the counter that the stack keeps as its output, as often as that, each after the other. */
  | { readonly kind: "count"; readonly times: number }
  /** Adds as many without waiting for the one before. */
  | { readonly kind: "count-at-once"; readonly times: number }
  | { readonly kind: "end" }
  /** Reads the file as another program does, and closes it: the last to do so takes the journal beside it away. */
  | { readonly kind: "visit" }
  /** Opens and closes a file of the store as any code of the process could: the process loses its locks on it. */
  | { readonly kind: "open-and-close"; readonly file: string }
  /** Stops itself in the middle of the next transaction that writes. */
  | { readonly kind: "stop-in-next-commit" };

/** Each order has one answer; a count that is durable is told besides. */
export type Told =
  | { readonly counted: number }
  | { readonly answer: Answer }
  | { readonly refused: readonly Diagnostic[] };

export interface Answer {
  readonly pid?: number;
  readonly runId?: string;
  readonly epoch?: number;
  /** The pid of the run whose lock was taken over. */
  readonly tookOver?: number;
}

const { folder, guise } = JSON.parse(process.argv[2] ?? "") as PuppetRequest;
let isToStop = false;
const raw = sqliteStore(folder, { open: (path) => stopping(openDatabase(path)) });
const store = await openStore(raw, inGuise(systemPorts(), guise));
let stack: StackStore | undefined;
let run: StackRun | undefined;
let count = 0;

process.on("message", (order: Order) => void answer(order));
process.on("disconnect", () => process.exit());
tell({ answer: { pid: process.pid } });

async function answer(order: Order): Promise<void> {
  try {
    tell({ answer: await carryOut(order) });
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    tell({ refused: error.diagnostics });
  }
}

async function carryOut(order: Order): Promise<Answer> {
  switch (order.kind) {
    case "begin": {
      stack ??= await store.open({ project: "shop", name: "dev" }, { create: true });
      run = await stack.begin({ command: "apply", actor: "puppet" });
      count = Number(run.snapshot.outputs["count"] ?? 0);
      const { runId, epoch, tookOver } = run;
      return { runId, epoch, ...(tookOver !== undefined && { tookOver: tookOver.pid }) };
    }
    case "count":
      for (let time = 0; time < order.times; time++) await countOne();
      return {};
    case "count-at-once": {
      const all = await Promise.allSettled(Array.from({ length: order.times }, () => countOne()));
      for (const each of all) if (each.status === "rejected") throw each.reason;
      return {};
    }
    case "end":
      await run!.end("succeeded", {});
      return {};
    case "visit": {
      const database = openDatabase(join(folder, "dev.db"));
      database.execute("select count(*) from journal");
      database.close();
      return {};
    }
    case "open-and-close":
      readFileSync(join(folder, order.file));
      return {};
    case "stop-in-next-commit":
      isToStop = true;
      return {};
  }
}

async function countOne(): Promise<void> {
  const next = ++count;
  await run!.append({
    event: { kind: "recorded", what: `count ${next}` },
    changes: [{ put: "outputs", outputs: { count: next } }],
  });
  tell({ counted: next });
}

function tell(told: Told): void {
  process.send!(told);
}

/** Between the first row that a transaction writes and its end. */
function stopping(database: SqliteDatabase): SqliteDatabase {
  return {
    execute: (sql) => database.execute(sql),
    all: (sql, parameters) => database.all(sql, parameters),
    close: () => database.close(),
    run: (sql, parameters) => {
      database.run(sql, parameters);
      if (isToStop) process.kill(process.pid, "SIGSTOP");
      isToStop = false;
    },
  };
}
