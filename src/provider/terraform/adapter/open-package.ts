import { statSync } from "node:fs";
import { basename } from "node:path";
import { DiagnosticError, type Diagnostic } from "../../../model/index.js";
import { importName } from "../../../terraform/typings/index.js";
import { childProblem, childRecordsFolder } from "../../child/index.js";
import type { ProviderPackage } from "../../contract/index.js";
import { problem } from "../diagnostics.js";
import { startProvider, type ProviderProcess } from "../process/index.js";
import { ProviderCallError, SchemaFault, type ProviderLog, type ProviderSchema } from "../protocol/index.js";
import { ProviderSessions } from "./provider-sessions.js";
import type { ProviderSession } from "./session.js";
import { terraformPackage } from "./terraform-package.js";

export interface ProviderProgram {
  /** The name of the package: `tf_random`. */
  readonly name: string;
  /** The type of the provider: `google-beta`. Default: the name of the package without `tf_`. */
  readonly type?: string | undefined;
  /** Default: the version in the file name of the program. */
  readonly version?: string | undefined;
  /** Whether programs can import generated classes of its types. */
  readonly hasClasses?: boolean;
  /** The path of the provider's program. */
  readonly command: string;
  /** The folder in which the provider runs, so that relative paths in inputs mean the same as in the program. */
  readonly projectFolder: string;
}

export interface OpenedPackage {
  readonly package: ProviderPackage;
  /** Ends all its processes. */
  readonly close: () => Promise<void>;
}

/** Starts a provider and reads its schema. Throws a DiagnosticError if the program cannot be used. */
export async function openPackage(program: ProviderProgram): Promise<OpenedPackage> {
  const { version, title } = identified(program);
  let schema: ProviderSchema | undefined;
  const sessions = new ProviderSessions(async () => {
    const session = await openSession(program, title, version, schema);
    schema ??= session.schema;
    return session;
  });
  const first = await sessions.any();
  const { name, type = importName(name).replaceAll("_", "-"), hasClasses = false } = program;
  return {
    package: terraformPackage({ name, type, version, hasClasses }, first, sessions),
    close: () => sessions.close(),
  };
}

/** The schema of a provider, without a process. */
export interface ReadSchema {
  readonly schema: ProviderSchema;
  /** `the Terraform provider random 3.6.0` */
  readonly title: string;
}

/** Starts a provider, reads its schema and ends it. Throws a DiagnosticError if the program cannot be used. */
export async function readSchema(program: ProviderProgram): Promise<ReadSchema> {
  const { version, title } = identified(program);
  const { process, schema } = await openSession(program, title, version, undefined);
  await process.close();
  return { schema, title };
}

function identified({ name, command, version: known }: ProviderProgram): {
  readonly version: string;
  readonly title: string;
} {
  const version = known ?? versionOf(command);
  return { version, title: `the Terraform provider ${name}${version === noVersion ? "" : ` ${version}`}` };
}

async function openSession(
  { name, command, projectFolder }: ProviderProgram,
  title: string,
  version: string,
  known: ProviderSchema | undefined,
): Promise<ProviderSession> {
  const records = childRecordsFolder();
  const running: { process?: ProviderProcess } = {};
  const onLog = (line: ProviderLog) => running.process?.calls.oldestCallOf(line)?.onLog?.(line);
  const started = await startProvider({ title, command, cwd: projectFolder, records, onLog });
  if (started.kind === "failed") throw new DiagnosticError(started.diagnostic);
  const { process } = started;
  running.process = process;
  try {
    // A provider may rely on the call for its schema, unless it says that it does not.
    const schema =
      known?.capabilities.schemaOptional === true ? known : await schemaOf(process, { title, command });
    return {
      client: process.client,
      process,
      schema,
      name,
      title: capital(title),
      command,
      build: buildOf(command, version),
    };
  } catch (error) {
    await process.close();
    throw error;
  }
}

async function schemaOf(
  { client }: ProviderProcess,
  use: { readonly title: string; readonly command: string },
): Promise<ProviderSchema> {
  try {
    const { schema, diagnostics } = await client.getSchema();
    const error = diagnostics.find(({ severity }) => severity === "error");
    if (error === undefined) return schema;
    throw new DiagnosticError(noSchema(use.title, `${error.summary} ${error.detail}`.trim()));
  } catch (error) {
    if (error instanceof SchemaFault) throw new DiagnosticError(noSchema(use.title, error.message));
    if (!(error instanceof ProviderCallError)) throw error;
    const { failure } = error;
    if (failure.kind === "ended")
      throw new DiagnosticError(childProblem(failure.end, { ...use, what: "its schema" }));
    throw new DiagnosticError(noSchema(use.title, error.message));
  }
}

/** Providers are distributed as `terraform-provider-random_v3.6.0_x5`. A program without a version in its name has none. */
function versionOf(command: string): string {
  return /_v?(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)/.exec(basename(command))?.[1] ?? noVersion;
}

const noVersion = "0.0.0";

/** Tells builds of a provider apart without reading the whole program. */
function buildOf(command: string, version: string): string {
  const { size, mtimeMs } = statSync(command);
  return `${version} ${size} ${Math.floor(mtimeMs)}`;
}

/** Describes a schema that cannot be used. */
export function noSchema(title: string, fault: string): Diagnostic {
  return problem("provider/terraform-binary", {
    detail: `${capital(title)} returned no usable schema: ${fault}`,
    hint: "Use another version of the provider, or report the problem to its authors.",
  });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
