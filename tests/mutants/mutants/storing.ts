import type { Mutant } from "../mutant.js";

/** Mistakes one could make in keeping the journal and the lock. */
export const storingMutants: readonly Mutant[] = [
  {
    name: "what is committed is not flushed",
    in: "configure",
    find: 'database.execute("pragma synchronous = full"); const synchronous = ask(database, "synchronous");',
    replace: 'database.execute("pragma synchronous = normal"); const synchronous = 2;',
  },
  {
    name: "rows are changed outside of the transaction",
    in: "SqliteStack.append",
    find: "for (const change of batch.changes) this.#change(change);",
    replace:
      'this.#database.execute("commit"); this.#database.execute("begin immediate"); for (const change of batch.changes) this.#change(change);',
  },
  {
    name: "a run of an earlier epoch may write",
    in: "SqliteStack.append",
    find: "if (this.#database.all(selectWhere, [epoch, head_hash]).length === 0) return this.#head();",
    replace:
      'const head = this.#head(); if (head.epoch < epoch && head_hash !== "") return head; this.#database.run("delete from journal where seq >= ?", [batch.records[0]!.seq]);',
  },
  {
    name: "the head is written whatever it was",
    in: "SqliteStack.append",
    find: "if (this.#database.all(selectWhere, [epoch, head_hash]).length === 0) return this.#head();",
    replace:
      'void [epoch, head_hash]; this.#database.run("delete from journal where seq >= ?", [batch.records[0]!.seq]);',
  },
  {
    name: "the head in memory is written whatever it was",
    in: "memoryStack",
    find: "if (stands(contents.head, batch)) enter",
    replace: "enter",
  },
  {
    name: "a run ends that of whoever came after it",
    in: "Run.#endFromStore",
    find: "if (loaded.head.epoch !== this.epoch) throw this.#lostTo(loaded.head);",
    replace: "",
  },
  {
    name: "a run that has lost its lock goes on",
    in: "Run.#flush",
    find: "if (!isOurs) throw this.#lostTo(await this.#loaded.raw.head());",
    replace: "void isOurs;",
  },
  {
    name: "a write that failed counts as made",
    in: "Run.#flush",
    find: "this.#fail(batch, isDiagnosticError(error) ? error : writeFailed(error));",
    replace: "for (const { resolve } of batch) resolve(); void error;",
  },
  {
    name: "a record is acknowledged before it is written",
    in: "Run.#flush",
    find: "const batch = this.#queue.splice(0, largestBatch);",
    replace: "const batch = this.#queue.splice(0, largestBatch); for (const { resolve } of batch) resolve();",
  },
  {
    name: "a run goes on writing after a failed write",
    in: "Run.#fail",
    find: "this.#failure = error; for",
    replace: "for",
  },
  {
    name: "who takes over has the epoch of the dead",
    in: "startRun",
    find: "const epoch = loaded.head.epoch + 1;",
    replace: "const epoch = loaded.head.epoch + (dead === undefined ? 1 : 0);",
  },
  {
    name: "records ahead of the rows are passed over",
    in: "StateLoader.loaded",
    find: "if (record.seq > folded) unfolded.add(this.#enter(record, ledger));",
    replace: "ledger.pass(record.seq);",
  },
  {
    name: "rows are written of records that are not",
    in: "Run.#enqueue",
    find: "const prepared = this.#prepare(record, keys);",
    replace: "const prepared = this.#prepare(record, keys); this.#unfolded.add(prepared.changes);",
  },
  {
    name: "a run leaves the rows where a dead one left them",
    in: "Run.#isFoldDue",
    find: "isFirst || ahead",
    replace: "(isFirst && false) || ahead",
  },
  {
    name: "a file that is locked is no sign of life",
    in: "isAlive",
    find: 'if (file === "held" || isSeen(holder, processes)) return true;',
    replace: "if (isSeen(holder, processes)) return true;",
  },
  {
    name: "a run whose socket answers is dead when its file is free",
    in: "lockFile",
    find: "if (!(await isAliveSocket(socketBeside(path)))) return",
    replace: "return",
  },
  {
    name: "a file that the process has locked may be opened",
    in: "isGuarded",
    find: "if (guards.size === 0) return false;",
    replace: "if (guards.size >= 0) return false;",
  },
  {
    name: "a lock that is waited for is refused when the run begins",
    in: "beginRun",
    find: "if (waiting.isOver || !isHeld(error)) throw error;",
    replace: "if (!waiting.isOver || !isHeld(error)) throw error;",
  },
  {
    name: "an apply makes a plan although the stack is locked",
    in: "planAndApply",
    find: "await stack.awaitLock({ wait: left, signal, onEvent: (event) => face.event(event) });",
    replace: "void left;",
  },
  {
    name: "a process is known by its number",
    in: "isSeen",
    find: "startTimeOf(holder.pid) === holder.startTime",
    replace: "startTimeOf(holder.pid) !== undefined",
  },
  {
    name: "the file is unlocked before the end of the run is recorded",
    in: "Run.end",
    find: "this.#ending = true;",
    replace: "this.#ending = true; this.#lockedFile?.release();",
  },
  {
    name: "a row that was altered is believed",
    in: "ReadingCheck.row",
    find: "if (own !== mac) continue;",
    replace: "if (mac === undefined) continue;",
  },
  {
    name: "a row that is missing is not missed",
    in: "ReadingCheck.end",
    find: "if ((this.#firstSum ?? this.#sum).text !== state_sum)",
    replace: 'if (state_sum === "")',
  },
  {
    name: "the sum of the rows is that of what stands in them",
    in: "authenticStateRow",
    find: "return term;",
    replace: "return mac;",
  },
  {
    name: "nothing vouches for where the journal begins",
    in: "headMac",
    find: "[head.first_seq, head.first_hash, head.features, head.more]",
    replace: "[head.features, head.more]",
  },
  {
    name: "the record of an open intent goes with old runs",
    in: "oldRecords",
    find: "Math.min(epoch - keepRuns + 1, ...open.map(epochOf))",
    replace: "Math.min(epoch - keepRuns + 1, ...open.map(() => epoch))",
  },
  {
    name: "no record ever goes",
    in: "oldRecords",
    find: "if (epoch <= keepRuns) return undefined;",
    replace: "if (epoch > 0) return undefined;",
  },
  {
    name: "a record that was altered is believed",
    in: "checkChain",
    find: "if (recordHash(previous, record) !== record.hash) {",
    replace: "if (record.hash === undefined) {",
  },
  {
    name: "an older copy is taken for the stack",
    in: "SealedStack.#load",
    find: "if (head.head_seq < seen) throw rolledBack(head.head_seq, seen);",
    replace: "",
  },
  {
    name: "a file with triggers in it is a stack",
    in: "checkKind",
    find: "if (strangers.length > 0)",
    replace: "if (strangers.length < 0)",
  },
  {
    name: "state that contradicts itself is written",
    in: "Run.#prepare",
    find: "if (first !== undefined) throw refusedRecord(sequence, first, others);",
    replace: "",
  },
  {
    name: "a key says neither generation nor place in the journal",
    in: "idempotencyKey",
    find: "lineage, rid, generation, action, sequence]",
    replace: "lineage, rid, action]",
  },
  {
    name: "a file is written in its place",
    in: "writeWholeFile",
    find: "withFileBeside(target, content, { mode, keep: found?.mode }, (beside) => renameSync(beside, target));",
    replace: "writeFileSync(target, content, { mode });",
  },
  {
    name: "a toJSON of the program is asked for what is stored",
    in: "JSON",
    find: "isPatched() ? withoutPrototypes(value) : value",
    replace: "value",
  },
  {
    name: "what is stored is written by the JSON of the program",
    in: "rowText",
    find: "return JSON.stringify(list);",
    replace: "return globalThis.JSON.stringify(list);",
  },
];
