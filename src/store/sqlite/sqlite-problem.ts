import { DiagnosticError, isDiagnosticError } from "../../model/index.js";
import { problem } from "../diagnostics.js";

/** Translates an error of SQLite or the system into a diagnostic. */
export function sqliteProblem(error: unknown, path: string): DiagnosticError {
  if (isDiagnosticError(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const said = `${(error as { code?: string }).code ?? ""} ${reason}`;
  if (/not a database|NOTADB|malformed|CORRUPT|cannot hold BLOB|no such (?:table|column)/i.test(said))
    return notAStack(path, reason);
  if (/BUSY|database (?:table )?is locked/i.test(said)) {
    return new DiagnosticError(
      problem("store/busy", {
        detail: `Another program holds a write lock on ${path}: ${reason}.`,
        hint: "Close any program that has the file open, such as a database browser, then run again.",
      }),
    );
  }
  if (/FULL|READONLY|readonly|IOERR|disk/i.test(said)) {
    return new DiagnosticError(
      problem("store/write-failed", {
        detail: `${path} could not be written: ${reason}. The last changes are not recorded.`,
        hint: "Free disk space or grant write permission, then run again. Interrupted operations are resolved first.",
      }),
    );
  }
  return new DiagnosticError(
    problem("store/unreadable", {
      detail: `${path} cannot be used: ${reason}.`,
      hint: "Check that the store folder exists and that you can read and write it.",
    }),
  );
}

/** For a journal file that was deleted. Nobody would read further writes to it. */
export function journalTakenAway(path: string): DiagnosticError {
  return new DiagnosticError(
    problem("store/write-failed", {
      detail: `Another program deleted ${path}-wal while this run had it open. Nothing was recorded.`,
      hint: "Run again: interrupted operations are resolved first. Do not move or delete the files next to a state file while a run is active.",
    }),
  );
}

export function notAStack(path: string, reason: string): DiagnosticError {
  return new DiagnosticError(
    problem("store/not-a-stack", {
      detail: `${path} is not a state file that Coconut can use: ${reason}.`,
      hint: "Restore the file from a backup, or move it away to start with an empty state.",
    }),
  );
}
