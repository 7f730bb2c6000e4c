import { DiagnosticError } from "../../model/index.js";
import { problem } from "../diagnostics.js";

export function damagedArchive(where: string, reason: string): DiagnosticError {
  return new DiagnosticError(
    problem("asset/damaged-archive", {
      detail: `Unpacking ${where} failed: ${reason}.`,
      hint: "Make or download the archive again, and check that its name tells its format.",
    }),
  );
}

export function unsafeArchive(where: string, name: string, kind: string): DiagnosticError {
  return new DiagnosticError(
    problem("asset/unsafe-archive", {
      detail: `The entry ${JSON.stringify(name)} of ${where} is ${kind}. Only regular files and folders are unpacked.`,
      hint: "Make the archive again without it, with a copy of the file in the place of a link.",
    }),
  );
}
