import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Diagnostic } from "../../../model/index.js";
import { addressText } from "../../../terraform/source/index.js";
import { findProvider, readProviderPlaces } from "../install/index.js";
import type { NamedProgram } from "./named-program.js";

/** The program of a provider that coconut.json names. */
export interface LocatedProgram {
  /** The path of the program. */
  readonly command: string;
  /** The locked version; undefined for a program that is not locked. Its file name may have its version. */
  readonly version: string | undefined;
  /**
   * A text that changes when the types of the program may have changed: the locked version, or the size and modification time of a
   * program that is not locked.
   */
  readonly identity: string;
  /** Warnings, such as a development override. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns the program of a package, without using the network. Throws a DiagnosticError if it is not installed, or differs from
 * the lock file. The program of a path may not exist.
 */
export async function locateProgram(
  name: string,
  named: NamedProgram,
  projectFolder: string,
): Promise<LocatedProgram> {
  if (named.kind === "path") {
    const command = resolve(projectFolder, named.path);
    return { command, version: undefined, identity: fileIdentity(command), diagnostics: [] };
  }
  const places = readProviderPlaces({ projectFolder, environment: process.env });
  const { program, locked, diagnostics } = await findProvider({ name, source: named }, places);
  const identity =
    locked === undefined ? fileIdentity(program) : `${addressText(named.address)} ${locked.version}`;
  return { command: program, version: locked?.version, identity, diagnostics };
}

function fileIdentity(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? "none" : `${found.size} ${Math.floor(found.mtimeMs)}`;
}
