import {
  DiagnosticError,
  isDiagnosticError,
  packageOfType,
  type Diagnostic,
  type FunctionName,
  type PackageRecord,
  type Registration,
} from "../../model/index.js";
import { JSON } from "../../std/plain-json.js";
import { printable } from "../../std/printable.js";
import type { ForeignState, LoadedPackage, PackageHost, Rejected } from "../contract/index.js";
import { problem } from "./diagnostics.js";
import { packageKinds } from "./kinds.js";
import { moduleKindName, type ModuleKindOptions } from "./module-kind.js";
import type { PackageKind, WantedPackage } from "../contract/index.js";
import { makerOf } from "./providers-of.js";

export interface PackageHostOptions extends ModuleKindOptions {
  /** Additional kinds of packages, searched after the built-in ones. */
  readonly kinds?: readonly PackageKind[];
}

/** Finds packages by the class of a resource, otherwise by the name at the start of its type. */
export function packageHost({ kinds = [], ...options }: PackageHostOptions): PackageHost {
  return new Host([...packageKinds(options), ...kinds]);
}

/** Creates the files that the program of a project imports from its packages, if they are missing. Returns warnings. */
export async function preparePackages(projectFolder: string): Promise<readonly Diagnostic[]> {
  const kinds = packageKinds({ projectFolder });
  const warnings = await Promise.all(kinds.map(async (kind) => (await kind.prepare?.()) ?? []));
  return warnings.flat();
}

class Host implements PackageHost {
  readonly #kinds: readonly PackageKind[];

  constructor(kinds: readonly PackageKind[]) {
    this.#kinds = kinds;
  }

  forResource(
    registration: Registration,
    version = registration.options.version,
  ): Promise<LoadedPackage | Rejected> {
    const { type, urn } = registration;
    const name = packageOfType(type);
    return this.#answer(() => this.#find({ name, type, version, maker: makerOf(registration) }), urn);
  }

  forFunction({ token, object: maker }: FunctionName, version?: string): Promise<LoadedPackage | Rejected> {
    return this.#answer(() => this.#find({ name: packageOfType(token), type: token, version, maker }));
  }

  forRecord(record: PackageRecord): Promise<LoadedPackage | Rejected> {
    return this.#answer(() => kindOfRecord(record, this.#kinds, "State").findRecorded(record));
  }

  readStateFile(format: string, content: string, file: string): Promise<ForeignState> {
    const formats = this.#kinds.flatMap(({ stateFiles = [] }) => stateFiles);
    const found = formats.find(({ name }) => name === format);
    if (found === undefined) throw new Error(`This is a bug in Coconut: no kind reads ${format} files.`);
    return found.read(content, file);
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#kinds.map(async (kind) => kind.close?.()));
  }

  async #find(wanted: WantedPackage): Promise<LoadedPackage> {
    const { maker } = wanted;
    const owner = maker && this.#kinds.find((kind) => kind.owns?.(maker));
    for (const kind of owner === undefined ? this.#kinds : [owner]) {
      const found = await kind.find(wanted);
      if (found !== undefined) return found;
    }
    const said = [owner, ...this.#kinds].find((kind) => kind?.missing !== undefined);
    throw new DiagnosticError(await said!.missing!(wanted));
  }

  async #answer(find: () => Promise<LoadedPackage>, urn?: string): Promise<LoadedPackage | Rejected> {
    try {
      return await find();
    } catch (error) {
      if (!isDiagnosticError(error)) throw error;
      const about = urn === undefined ? {} : { resource: urn };
      return { kind: "rejected", diagnostics: error.diagnostics.map((found) => ({ ...about, ...found })) };
    }
  }
}

/**
 * Returns the kind of a package record. Throws if there is none. `who` is the source of the record: "State" or "The
 * file".
 */
export function kindOfRecord(
  { name, plugin }: PackageRecord,
  kinds: readonly PackageKind[],
  who: string,
): PackageKind {
  const wanted = plugin?.kind ?? moduleKindName;
  const kind = kinds.find((each) => each.name === wanted);
  if (kind !== undefined) return kind;
  throw new DiagnosticError(unknownKind(name, wanted, who, kinds));
}

function unknownKind(name: string, kind: string, who: string, kinds: readonly PackageKind[]): Diagnostic {
  const known = kinds.map((each) => each.name).join(", ");
  return problem("provider/unknown-kind", {
    detail: `${who} records package ${printable(name)} as a plugin of kind ${JSON.stringify(kind)}. This version of Coconut supports these kinds: ${known}. No provider was called.`,
    hint: "Use the version of Coconut that created the resources, or a newer one. State is unchanged:\n    npm install @coconut/coconut@latest",
  });
}
