import { DiagnosticError, type Diagnostic, type PackageRecord } from "../../model/index.js";
import type { LoadedPackage } from "../contract/index.js";
import type { ForeignState, PackageKind, StateFileFormat, WantedPackage } from "../contract/index.js";
import { problem } from "./diagnostics.js";

export interface TerraformKindOptions {
  readonly projectFolder: string;
  /**
   * Returns the Terraform providers that the project's files name, by package name: the path of a program, or the source of a
   * provider to install.
   */
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
    const text = (await this.#options.named()).get(name);
    return text === undefined ? undefined : this.#load(name, text);
  }

  async findRecorded(record: PackageRecord): Promise<LoadedPackage> {
    const text = (await this.#options.named()).get(record.name);
    if (text === undefined) throw new DiagnosticError(notNamed(record));
    return this.#load(record.name, text);
  }

  async isNamedByProject({ name }: PackageRecord): Promise<boolean> {
    return (await this.#options.named()).has(name);
  }

  async codeOf({ name }: PackageRecord): Promise<string> {
    const text = (await this.#options.named()).get(name);
    if (text === undefined) return "none";
    const { locateProgram, namedProgram, programDigest } = await import("./project/index.js");
    const located = await locateProgram(name, namedProgram(name, text), this.#options.projectFolder);
    return programDigest(located.command);
  }

  async prepare(): Promise<readonly Diagnostic[]> {
    const named = await this.#options.named();
    if (named.size === 0) return [];
    const { restoreClasses } = await import("./project/index.js");
    const warnings = await Promise.all(
      [...named].map(([name, text]) => restoreClasses(name, text, this.#options.projectFolder)),
    );
    return warnings.flat();
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

  async #load(name: string, text: string): Promise<LoadedPackage> {
    let started = this.#started.get(name);
    if (started === undefined) {
      started = this.#start(name, text);
      this.#started.set(name, started);
    }
    return (await started).loaded;
  }

  async #start(name: string, text: string): Promise<StartedPackage> {
    const { projectFolder } = this.#options;
    const { hasClasses, locateProgram, namedProgram, recordedSource } = await import("./project/index.js");
    const named = namedProgram(name, text);
    const source = recordedSource(named);
    const located = await locateProgram(name, named, projectFolder);
    const { openPackage } = await import("./adapter/index.js");
    const { package: found, close } = await openPackage({
      name,
      type: named.kind === "source" ? named.address.type : undefined,
      version: located.version,
      hasClasses: hasClasses(name, projectFolder),
      command: located.command,
      projectFolder,
    });
    const { version } = found;
    const plugin = { kind: terraformKindName, source, version };
    return {
      loaded: {
        kind: "loaded",
        package: found,
        record: { name, version, module: `${terraformKindName}:${source}`, plugin },
      },
      close,
    };
  }
}

function notNamed({ name, plugin }: PackageRecord) {
  return problem("provider/terraform-not-named", {
    detail: `State has objects of package ${name}, a Terraform provider, but coconut.json does not name it. No provider was called.`,
    hint: hintFor(name, plugin?.source),
  });
}

function hintFor(name: string, source = "./bin/terraform-provider"): string {
  if (!source.startsWith(".") && !source.startsWith("/"))
    return `Add it again:\n    coco provider add ${source} --as ${name.replace(/^tf_/, "")}`;
  return `Add it to coconut.json:\n    { "packages": { "${name}": { "terraform": "${source}" } } }`;
}
