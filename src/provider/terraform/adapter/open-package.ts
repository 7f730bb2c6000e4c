import { statSync } from "node:fs";
import { basename } from "node:path";
import { DiagnosticError, type Diagnostic } from "../../../model/index.js";
import type { ProviderPackage } from "../../contract/index.js";
import { startProvider } from "../process/index.js";
import { ProviderCallError, SchemaFault, type ProviderSchema } from "../protocol/index.js";
import { problem } from "../diagnostics.js";
import { ProviderSessions } from "./provider-sessions.js";
import type { ProviderSession } from "./session.js";
import { terraformPackage } from "./terraform-package.js";

export interface ProviderProgram {
  /** The name of the package: `tf_random`. */
  readonly name: string;
  /** The path of the provider's program. */
  readonly command: string;
  /** The folder in which the provider runs, so that relative paths in inputs mean the same as in the program. */
  readonly projectFolder: string;
}

export interface OpenedPackage {
  readonly package: ProviderPackage;
  /** Ends a process that no configuration uses. */
  readonly close: () => Promise<void>;
}

/** Starts a provider and reads its schema. Throws a DiagnosticError if the program cannot be used. */
export async function openPackage(program: ProviderProgram): Promise<OpenedPackage> {
  const version = versionOf(program.command);
  let schema: ProviderSchema | undefined;
  const sessions = new ProviderSessions(async () => {
    const session = await openSession(program, version, schema);
    schema ??= session.schema;
    return session;
  });
  const first = await sessions.any();
  const { name } = program;
  return { package: terraformPackage({ name, version }, first, sessions), close: () => sessions.close() };
}
