import { resolve } from "node:path";
import { DiagnosticError, type PackageRecord } from "../../model/index.js";
import type { LoadedPackage } from "../contract/index.js";
import type { ForeignState, PackageKind, StateFileFormat, WantedPackage } from "../contract/index.js";
import { problem } from "./diagnostics.js";

export interface TerraformKindOptions {
  readonly projectFolder: string;
  /** Returns the Terraform providers that the project's files name: the path of the program, by package name. */
  readonly named: () => Promise<ReadonlyMap<string, string>>;
}

/**
 * The kind of packages that are Terraform providers. Starts the provider when a package is first used. The code for the protocol
 * is loaded then.
 */
export function terraformKind(options: TerraformKindOptions): PackageKind {
  return new TerraformKind(options);
}

/** The kind in records, and the name of the entry in coconut.json. */
export const terraformKindName = "terraform";

/** The state files of Terraform and OpenTofu, in options of commands. */
const stateFileFormat = "tfstate";

interface StartedPackage {
  readonly loaded: LoadedPackage;
  readonly close: () => Promise<void>;
}

class TerraformKind implements PackageKind {
  readonly name = terraformKindName;
  readonly stateFiles: readonly StateFileFormat[];
  readonly #options: TerraformKindOptions;
  readonly #started = new Map<string, Promise<StartedPackage>>();

  constructor(options: TerraformKindOptions) {
    this.#options = options;
    this.stateFiles = [{ name: stateFileFormat, read: (...file) => this.#readStateFile(...file) }];
  }

  async find({ name }: WantedPackage): Promise<LoadedPackage | undefined> {
    const path = (await this.#options.named()).get(name);
    return path === undefined ? undefined : this.#load(name, path);
  }

  async findRecorded(record: PackageRecord): Promise<LoadedPackage> {
    const path = (await this.#options.named()).get(record.name);
    if (path === undefined) throw new DiagnosticError(notNamed(record));
    return this.#load(record.name, path);
  }

  async isNamedByProject({ name }: PackageRecord): Promise<boolean> {
    return (await this.#options.named()).has(name);
  }

  async codeOf({ name }: PackageRecord): Promise<string> {
    const path = (await this.#options.named()).get(name);
    const { programDigest } = await import("./program-digest.js");
    return path === undefined ? "none" : programDigest(resolve(this.#options.projectFolder, path));
  }

  async close(): Promise<void> {
    const started = [...this.#started.values()];
    this.#started.clear();
    await Promise.allSettled(started.map(async (each) => (await each).close()));
  }

  async #readStateFile(content: string, file: string): Promise<ForeignState> {
    const { readTerraformState } = await import("./state-file/index.js");
    return readTerraformState(content, file, await this.#options.named());
  }

  async #load(name: string, path: string): Promise<LoadedPackage> {
    let started = this.#started.get(name);
    if (started === undefined) {
      started = this.#start(name, path);
      this.#started.set(name, started);
    }
    return (await started).loaded;
  }

  async #start(name: string, path: string): Promise<StartedPackage> {
    if (!isPath.test(path)) throw new DiagnosticError(notAPath(name, path));
    const { projectFolder } = this.#options;
    const { openPackage } = await import("./adapter/index.js");
    const { package: found, close } = await openPackage({
      name,
      command: resolve(projectFolder, path),
      projectFolder,
    });
    const { version } = found;
    const plugin = { kind: terraformKindName, source: path, version };
    return {
      loaded: {
        kind: "loaded",
        package: found,
        record: { name, version, module: `${terraformKindName}:${path}`, plugin },
      },
      close,
    };
  }
}

const isPath = /^(?:\.{0,2}[\\/]|[A-Za-z]:[\\/])/;

function notNamed({ name, plugin }: PackageRecord) {
  return problem("provider/terraform-not-named", {
    detail: `State has objects of package ${name}, a Terraform provider, but coconut.json does not say where its program is. No provider was called.`,
    hint: `Add it to coconut.json:\n    { "packages": { "${name}": { "terraform": "${plugin?.source ?? "./bin/terraform-provider"}" } } }`,
  });
}

function notAPath(name: string, path: string) {
  return problem("provider/terraform-binary", {
    detail: `coconut.json names ${JSON.stringify(path)} as the Terraform provider of package ${name}. That is not the path of a program: a path starts with "./", "../" or "/".`,
    hint: `Download or build the provider, and give the path of its program:\n    { "packages": { "${name}": { "terraform": "./bin/terraform-provider-${name.replace(/^tf_/, "")}" } } }`,
  });
}
