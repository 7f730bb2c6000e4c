import { DiagnosticError } from "../model/index.js";
import { problem } from "./diagnostics.js";

/** Returns the diagnostic for an operating system error on a path. */
export function fileProblem(error: unknown, path: string): DiagnosticError {
  const code = (error as { code?: unknown }).code;
  if (code === "ENOENT" || code === "ENOTDIR") {
    return new DiagnosticError(
      problem("asset/file-missing", {
        detail: `${path} does not exist.`,
        hint: "Create it, or correct the path. Relative paths start at the project folder.",
      }),
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new DiagnosticError(
    problem("asset/file-unreadable", {
      detail: `Cannot read ${JSON.stringify(path)}: ${reason}.`,
      hint: "Check the path and its permissions.",
    }),
  );
}
