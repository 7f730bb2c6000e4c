import type { Mutant } from "../mutant.js";

/** Mistakes one could make in keeping the journal and the lock. */
export const storingMutants: readonly Mutant[] = [
  {
    name: "what is committed is not flushed",
    file: "src/store/sqlite/sqlite-store.ts",
    find: 'database.execute("pragma synchronous = full");\n  const synchronous = ask(database, "synchronous");',
    replace: 'database.execute("pragma synchronous = normal");\n  const synchronous = 2;',
  },
  {
    name: "rows are changed outside of the transaction",
    file: "src/store/sqlite/sqlite-stack.ts",
    find: "for (const change of batch.changes) this.#change(change);",
    replace:
      'this.#database.execute("commit");\n      this.#database.execute("begin immediate");\n      for (const change of batch.changes) this.#change(change);',
  },
  {
    name: "a run of an earlier epoch may write",
    file: "src/store/sqlite/sqlite-stack.ts",
    find: "if (this.#database.all(selectWhere, [epoch, head_hash]).length === 0) return this.#head();",
    replace:
      'const head = this.#head();\n      if (head.epoch < epoch && head_hash !== "") return head;\n      this.#database.run("delete from journal where seq >= ?", [batch.records[0]!.seq]);',
  },
  {
    name: "the head is written whatever it was",
    file: "src/store/sqlite/sqlite-stack.ts",
    find: "if (this.#database.all(selectWhere, [epoch, head_hash]).length === 0) return this.#head();",
    replace:
      'void [epoch, head_hash];\n      this.#database.run("delete from journal where seq >= ?", [batch.records[0]!.seq]);',
  },
  {
    name: "the head in memory is written whatever it was",
    file: "src/store/memory/memory-store.ts",
    find: "if (stands(contents.head, batch)) enter",
    replace: "enter",
  },
  {
    name: "a run ends that of whoever came after it",
    file: "src/store/stack-run.ts",
    find: "if (loaded.head.epoch !== this.epoch) throw this.#lostTo(loaded.head);",
    replace: "",
  },
  {
    name: "a run that has lost its lock goes on",
    file: "src/store/stack-run.ts",
    find: "if (!isOurs) throw this.#lostTo(await this.#loaded.raw.head());",
    replace: "void isOurs;",
  },
  {
    name: "a write that failed counts as made",
    file: "src/store/stack-run.ts",
    find: "this.#fail(batch, isDiagnosticError(error) ? error : writeFailed(error));",
    replace: "for (const { resolve } of batch) resolve();\n      void error;",
  },
  {
    name: "a record is acknowledged before it is written",
    file: "src/store/stack-run.ts",
    find: "const batch = this.#queue.splice(0, largestBatch);",
    replace:
      "const batch = this.#queue.splice(0, largestBatch);\n    for (const { resolve } of batch) resolve();",
  },
  {
    name: "a run goes on writing after a failed write",
    file: "src/store/stack-run.ts",
    find: "    this.#failure = error;\n    for",
    replace: "    for",
  },
  {
    name: "who takes over has the epoch of the dead",
    file: "src/store/stack-run.ts",
    find: "const epoch = loaded.head.epoch + 1;",
    replace: "const epoch = loaded.head.epoch + (dead === undefined ? 1 : 0);",
  },
  {
    name: "records ahead of the rows are passed over",
    file: "src/store/load-state.ts",
    find: "if (record.seq > folded) unfolded.add(this.#enter(record, ledger));",
    replace: "ledger.pass(record.seq);",
  },
  {
    name: "rows are written of records that are not",
    file: "src/store/stack-run.ts",
    find: "const prepared = this.#prepare(record, keys);",
    replace: "const prepared = this.#prepare(record, keys);\n    this.#unfolded.add(prepared.changes);",
  },
  {
    name: "a run leaves the rows where a dead one left them",
    file: "src/store/stack-run.ts",
    find: "return isFirst || ahead",
    replace: "void isFirst;\n    return ahead",
  },
  {
    name: "a file that is locked is no sign of life",
    file: "src/store/lock.ts",
    find: 'if (file === "held" || isSeen(holder, processes)) return true;',
    replace: "if (isSeen(holder, processes)) return true;",
  },
  {
    name: "a run whose socket answers is dead when its file is free",
    file: "src/store/sqlite/lock-file.ts",
    find: "if (!(await isAliveSocket(socketBeside(path)))) return",
    replace: "return",
  },
  {
    name: "a file that the process has locked may be opened",
    file: "src/std/guarded-files.ts",
    find: "if (guards.size === 0) return false;",
    replace: "if (guards.size >= 0) return false;",
  },
  {
    name: "a lock that is waited for is refused when the run begins",
    file: "src/engine/lock-wait.ts",
    find: "if (waiting.isOver || !isHeld(error)) throw error;",
    replace: "if (!waiting.isOver || !isHeld(error)) throw error;",
  },
  {
    name: "an apply makes a plan although the stack is locked",
    file: "src/cli/carry-out.ts",
    find: "await stack.awaitLock({ wait: left, signal, onEvent: (event) => face.event(event) });",
    replace: "void left;",
  },
  {
    name: "a process is known by its number",
    file: "src/store/lock.ts",
    find: "startTimeOf(holder.pid) === holder.startTime",
    replace: "startTimeOf(holder.pid) !== undefined",
  },
  {
    name: "the file is unlocked before the end of the run is recorded",
    file: "src/store/stack-run.ts",
    find: "    this.#ending = true;\n",
    replace: "    this.#ending = true;\n    this.#lockedFile?.release();\n",
  },
  {
    name: "a row that was altered is believed",
    file: "src/store/rows/integrity.ts",
    find: "if (own !== mac) continue;",
    replace: "if (mac === undefined) continue;",
  },
  {
    name: "a row that is missing is not missed",
    file: "src/store/rows/integrity.ts",
    find: "if ((this.#firstSum ?? this.#sum).text !== state_sum)",
    replace: 'if (state_sum === "")',
  },
  {
    name: "the sum of the rows is that of what stands in them",
    file: "src/store/rows/integrity.ts",
    find: "  return term;\n}\n\nexport function authenticHead(",
    replace: "  return mac;\n}\n\nexport function authenticHead(",
  },
  {
    name: "nothing vouches for where the journal begins",
    file: "src/store/rows/integrity.ts",
    find: "[head.first_seq, head.first_hash, head.features, head.more]",
    replace: "[head.features, head.more]",
  },
  {
    name: "the record of an open intent goes with old runs",
    file: "src/store/old-records.ts",
    find: "Math.min(epoch - keepRuns + 1, ...open.map(epochOf))",
    replace: "Math.min(epoch - keepRuns + 1, ...open.map(() => epoch))",
  },
  {
    name: "no record ever goes",
    file: "src/store/old-records.ts",
    find: "if (epoch <= keepRuns) return undefined;",
    replace: "if (epoch > 0) return undefined;",
  },
  {
    name: "a record that was altered is believed",
    file: "src/store/rows/integrity.ts",
    find: "if (recordHash(previous, record) !== record.hash) {",
    replace: "if (record.hash === undefined) {",
  },
  {
    name: "an older copy is taken for the stack",
    file: "src/store/stack-store.ts",
    find: "if (head.head_seq < seen) throw rolledBack(head.head_seq, seen);",
    replace: "",
  },
  {
    name: "a file with triggers in it is a stack",
    file: "src/store/sqlite/sqlite-store.ts",
    find: "if (strangers.length > 0)",
    replace: "if (strangers.length < 0)",
  },
  {
    name: "state that contradicts itself is written",
    file: "src/store/stack-run.ts",
    find: "if (first !== undefined) throw refusedRecord(sequence, first, others);",
    replace: "",
  },
  {
    name: "a key says neither generation nor place in the journal",
    file: "src/store/idempotency-key.ts",
    find: "lineage, rid, generation, action, sequence]",
    replace: "lineage, rid, action]",
  },
  {
    name: "a file is written in its place",
    file: "src/std/write-whole-file.ts",
    find: "withFileBeside(target, content, { mode, keep: found?.mode }, (beside) => renameSync(beside, target));",
    replace: "writeFileSync(target, content, { mode });",
  },
  {
    name: "a toJSON of the program is asked for what is stored",
    file: "src/std/plain-json.ts",
    find: "isPatched() ? withoutPrototypes(value) : value",
    replace: "value",
  },
  {
    name: "what is stored is written by the JSON of the program",
    file: "src/store/raw/row-text.ts",
    find: "return JSON.stringify(list);",
    replace: "return globalThis.JSON.stringify(list);",
  },
];
