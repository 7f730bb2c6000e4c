import { DiagnosticError, isDiagnosticError } from "../../model/index.js";
import { problem } from "../diagnostics.js";

/** What SQLite's or the system's refusal of a file means to the user. */
export function sqliteProblem(error: unknown, path: string): DiagnosticError {
  if (isDiagnosticError(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const said = `${(error as { code?: string }).code ?? ""} ${reason}`;
  if (/not a database|NOTADB|malformed|CORRUPT|cannot hold BLOB|no such (?:table|column)/i.test(said))
    return notAStack(path, reason);
  if (/BUSY|database (?:table )?is locked/i.test(said)) {
    return new DiagnosticError(
      problem("store/busy", {
        detail: `${path} is being written by another program, which has not let go of it: ${reason}.`,
        hint: "Close whatever has the file open, such as a database browser, and run again.",
      }),
    );
  }
  if (/FULL|READONLY|readonly|IOERR|disk/i.test(said)) {
    return new DiagnosticError(
      problem("store/write-failed", {
        detail: `${path} could not be written: ${reason}. What was not written is not recorded.`,
        hint: "Make room or give the right to write, then run again: operations left open are settled first.",
      }),
    );
  }
  return new DiagnosticError(
    problem("store/unreadable", {
      detail: `${path} cannot be used: ${reason}.`,
      hint: "Check that the folder of the store exists and that you may read and write it.",
    }),
  );
}

/** What is written to a journal that has lost its name is read by nobody. */
export function journalTakenAway(path: string): DiagnosticError {
  return new DiagnosticError(
    problem("store/write-failed", {
      detail: `${path}-wal was taken away by another program while it was open here. Nothing was recorded.`,
      hint: "Leave the files beside a stack to Coconut, and run again: operations left open are settled first.",
    }),
  );
}

export function notAStack(path: string, reason: string): DiagnosticError {
  return new DiagnosticError(
    problem("store/not-a-stack", {
      detail: `${path} does not hold a stack: ${reason}.`,
      hint: "Restore the file from a backup, or move it away to start anew.",
    }),
  );
}
