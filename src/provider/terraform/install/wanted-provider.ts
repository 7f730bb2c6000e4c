import { join } from "node:path";
import { DiagnosticError } from "../../../model/index.js";
import { errorText } from "../../../std/error-text.js";
import { readTextFile } from "../../../std/read-text-file.js";
import {
  lockFileName,
  parseLockFile,
  shortAddress,
  type LockedProvider,
  type ProviderSource,
} from "../../../terraform/source/index.js";
import { problem } from "./diagnostics.js";

/** A provider that `coconut.json` declares. */
export interface WantedProvider {
  /** The package: `tf_random`. */
  readonly name: string;
  readonly source: ProviderSource;
}

/** Returns the provider as messages name it: `hashicorp/random ~> 3.6`. */
export function wantedText({ address, constraint }: ProviderSource): string {
  return constraint === undefined ? shortAddress(address) : `${shortAddress(address)} ${constraint.text}`;
}

/** Returns the entries of a project's lock file; none if it has no lock file. Throws a DiagnosticError for an invalid one. */
export function readLockedProviders(projectFolder: string): readonly LockedProvider[] {
  const file = join(projectFolder, lockFileName);
  let text: string;
  try {
    text = readTextFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new DiagnosticError(invalid(`Cannot read ${file}: ${errorText(error)}.`));
  }
  const result = parseLockFile(text);
  if (result.kind === "lock") return result.providers;
  const { line, column, problem: what } = result.fault;
  throw new DiagnosticError(invalid(`${file}:${line}:${column}: ${what}.`));
}

function invalid(detail: string) {
  return problem("provider/terraform-lock-file", {
    detail,
    hint: "Correct the file, or restore it from version control. Without it, `coco provider install` chooses the versions again.",
  });
}
