import { DiagnosticError } from "../model/index.js";
import { problem } from "./diagnostics.js";

/** What is written to a stack that another process has removed would be read by nobody. */
export function takenAway(): DiagnosticError {
  return new DiagnosticError(
    problem("store/no-stack", {
      detail: "The stack was taken away while it was open here. Nothing was recorded.",
      hint: "Run again. Look first who has removed it:\n    coco stack ls",
    }),
  );
}
