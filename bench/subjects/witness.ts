/**
 * Observes the process that loads it with `node --import`. Counts write transactions, and at exit writes this count, the
 * processor time and the peak memory of the process to the file that `COCONUT_WITNESS` names.
 */
import { writeFileSync } from "node:fs";
import Module from "node:module";

const report = process.env["COCONUT_WITNESS"] ?? "";
delete process.env["COCONUT_WITNESS"];
let commits = 0;
let isWriting = false;

function saw(sql: string): void {
  const word = sql.trimStart().toLowerCase();
  if (word.startsWith("begin")) isWriting = word.startsWith("begin immediate");
  else if (word.startsWith("commit") && isWriting) commits++;
}

interface Binding {
  databaseExecSync?: (this: unknown, sql: string) => unknown;
  DatabaseSync?: { prototype: { exec(this: unknown, sql: string): unknown } };
}

const watched = new Set<unknown>();

function watch(binding: Binding): void {
  if (watched.has(binding)) return;
  watched.add(binding);
  const { databaseExecSync, DatabaseSync } = binding;
  if (databaseExecSync !== undefined)
    binding.databaseExecSync = function (sql) {
      saw(sql);
      return databaseExecSync.call(this, sql);
    };
  if (DatabaseSync === undefined) return;
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (sql) {
    saw(sql);
    return exec.call(this, sql);
  };
}

const { prototype } = Module as unknown as { prototype: { require(this: unknown, id: string): unknown } };
const { require } = prototype;
prototype.require = function (id) {
  const loaded = require.call(this, id);
  if (id.startsWith("@libsql/") || id === "node:sqlite") watch(loaded as Binding);
  return loaded;
};

process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const cpuMs = (userCPUTime + systemCPUTime) / 1000;
  writeFileSync(report, JSON.stringify({ maxRssBytes: maxRSS * 1024, cpuMs, commits }));
});
