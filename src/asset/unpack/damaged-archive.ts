import { DiagnosticError } from "../../model/index.js";
import { problem } from "../diagnostics.js";

export function damagedArchive(where: string, reason: string): DiagnosticError {
  return new DiagnosticError(
    problem("asset/damaged-archive", {
      detail: `Cannot unpack ${where}: ${reason}.`,
      hint: "Create or download the archive again, and check that its file extension matches its format.",
    }),
  );
}

export function unsafeArchive(where: string, name: string, kind: string): DiagnosticError {
  return new DiagnosticError(
    problem("asset/unsafe-archive", {
      detail: `The entry ${JSON.stringify(name)} of ${where} is ${kind}. Only regular files and folders are allowed.`,
      hint: "Create the archive again without it. Replace a link by a copy of the file.",
    }),
  );
}
