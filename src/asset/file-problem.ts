import { DiagnosticError } from "../model/index.js";
import { problem } from "./diagnostics.js";

/** What the operating system's refusal of a path means to the user. */
export function fileProblem(error: unknown, path: string): DiagnosticError {
  const code = (error as { code?: unknown }).code;
  if (code === "ENOENT" || code === "ENOTDIR") {
    return new DiagnosticError(
      problem("asset/file-missing", {
        detail: `There is nothing at ${path}.`,
        hint: "Create it, or correct the path. Relative paths start at the folder of the project.",
      }),
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new DiagnosticError(
    problem("asset/file-unreadable", {
      detail: `Reading ${JSON.stringify(path)} failed: ${reason}.`,
      hint: "Check the path and its permissions.",
    }),
  );
}
