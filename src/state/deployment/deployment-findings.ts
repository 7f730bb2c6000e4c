import { isDiagnosticError, type Diagnostic } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { JSON } from "../../std/plain-json.js";

/** Collects all problems and warnings while a deployment is read. */
export class DeploymentFindings {
  /** If there is any problem, the whole deployment is rejected. */
  readonly problems: Diagnostic[] = [];
  readonly warnings: Diagnostic[] = [];
  readonly #refused = new Set<string>();

  refuse(path: string, detail: string, hint = entryHint): void {
    const key = JSON.stringify([path, detail]);
    if (this.#refused.has(key)) return;
    this.#refused.add(key);
    this.problems.push(problem("state/deployment-entry", { detail, hint, path }));
  }

  /** Reports a part of the file that Coconut does not import. */
  leaveOut(path: string, detail: string, hint: string): void {
    this.warnings.push(problem("state/deployment-left-out", { severity: "warning", detail, hint, path }));
  }

  /** Returns the result of `work`. Diagnostics that it throws are reported with their place in the file. */
  attempt<Result>(path: string, work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      if (!isDiagnosticError(error)) throw error;
      for (const { detail } of error.diagnostics) this.refuse(path, detail);
      return undefined;
    }
  }
}

const entryHint = "Nothing was changed. Correct the file, or export it again.";
