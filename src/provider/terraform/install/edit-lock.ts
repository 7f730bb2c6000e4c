import { DiagnosticError } from "../../../model/index.js";
import {
  lockFileName,
  withLocked,
  withoutLocked,
  type LockedProvider,
  type LockEdit,
  type ProviderAddress,
} from "../../../terraform/source/index.js";
import { problem } from "./diagnostics.js";

/** Returns the text of a lock file with an entry. Throws a DiagnosticError if the file is invalid. */
export function withLock(text: string | undefined, provider: LockedProvider): string {
  return edited(withLocked(text, provider));
}

/** Returns the text of a lock file without an entry. Throws a DiagnosticError if the file is invalid. */
export function withoutLock(text: string | undefined, address: ProviderAddress): string | undefined {
  return text === undefined ? undefined : edited(withoutLocked(text, address));
}

function edited(edit: LockEdit): string {
  if (edit.kind === "fault") {
    const { line, column, problem: what } = edit.fault;
    throw new DiagnosticError(
      problem("provider/terraform-lock-file", {
        detail: `${lockFileName}:${line}:${column}: ${what}.`,
        hint: "Correct the file, or restore it from version control.",
      }),
    );
  }
  return edit.text;
}
