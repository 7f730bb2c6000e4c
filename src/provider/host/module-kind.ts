import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { DiagnosticError, printPosition, type Diagnostic, type PackageRecord } from "../../model/index.js";
import { importUrl } from "../../std/import-url.js";
import { resolveLinks } from "../../std/resolve-links.js";
import type { LoadedPackage } from "../contract/index.js";
import { positionOfProvider, type AnyProvider } from "../provider-brand.js";
import { typedPackage } from "../typed/index.js";
import { problem } from "./diagnostics.js";
import {
  loadInstalledProvider,
  loadProvider,
  twoClaims,
  type Loading,
  type LoadModule,
} from "./load-provider.js";
import { loadRecordedProvider } from "./recorded-module.js";
import {
  claimedModule,
  installedPackage,
  runningPackage,
  type InstalledPackage,
} from "./installed-package.js";
import { directDependencies, namedPackages, readManifest } from "./manifest.js";
import { moduleOf } from "./module-of.js";
import type { PackageKind, WantedPackage } from "../contract/index.js";
import { providerOfMaker } from "./providers-of.js";

export interface ModuleKindOptions {
  readonly projectFolder: string;
  /**
   * The providers that the program defines or imports; see `providersOf`. Classes of resources are recognized in
   * addition.
   */
  readonly packages?: readonly AnyProvider[];
  /** Imports a module of the project by its path. Default: Node.js. */
  readonly loadModule?: LoadModule;
  /** Imports a module of an installed package. Default: Node.js. */
  readonly loadInstalled?: LoadModule;
}

/**
 * The kind of packages that are modules. Searches the providers of the program, then `coconut.json`, then the direct
 * dependencies by their package.json, then the bundled packages. Imports modules on first use. There is one version of
 * each package, and its records only name the module.
 */
export function moduleKind(options: ModuleKindOptions): PackageKind {
  return new ModuleKind(options);
}

/** The kind of records without a `plugin`. */
export const moduleKindName = "module";

class ModuleKind implements PackageKind {
  readonly name = moduleKindName;
  readonly #loading: Loading;
  /** The providers of the program by package name, each with a description of where it is defined. */
  readonly #given = new Map<string, Map<AnyProvider, string>>();
  /** The providers from the project file and dependencies, by package name. */
  readonly #found = new Map<string, Promise<AnyProvider | undefined>>();
  /** The providers from records in state, by module and package name. */
  readonly #recorded = new Map<string, Promise<AnyProvider>>();
  readonly #loaded = new Map<AnyProvider, LoadedPackage>();
  #dependencies: Promise<DirectDependencies> | undefined;

  constructor({
    projectFolder,
    packages = [],
    loadModule = importModule,
    loadInstalled = importModule,
  }: ModuleKindOptions) {
    this.#loading = {
      projectFolder: resolveLinks(resolve(projectFolder)),
      loadLocal: loadModule,
      loadInstalled,
    };
    for (const provider of packages) this.#give(provider);
  }

  owns(maker: object): boolean {
    return providerOfMaker(maker) !== undefined;
  }

  async find({ name, maker }: WantedPackage): Promise<LoadedPackage | undefined> {
    const own = maker && providerOfMaker(maker);
    if (own !== undefined) {
      this.#give(own);
      this.#givenFor(own.package);
      return this.#load(own);
    }
    const found = this.#givenFor(name) ?? (await once(this.#found, name, () => this.#search(name)));
    return found && this.#load(found);
  }

  async missing({ name, type }: WantedPackage): Promise<Diagnostic> {
    const { missing } = await this.#dependenciesOfProject();
    return notFound(name, type, missing);
  }

  async findRecorded({ name, module }: PackageRecord): Promise<LoadedPackage> {
    const load = () => loadRecordedProvider(this.#loading, { name, module });
    return this.#load(this.#givenFor(name) ?? (await once(this.#recorded, `${module} ${name}`, load)));
  }

  #give(provider: AnyProvider): void {
    const { package: name } = provider;
    const given = this.#given.get(name) ?? new Map<AnyProvider, string>();
    if (given.has(provider)) return;
    this.#given.set(name, given.set(provider, this.#claim(provider)));
  }

  /** Throws if two definitions have the name. A module that was imported twice counts as one definition. */
  #givenFor(name: string): AnyProvider | undefined {
    const given = this.#given.get(name);
    if (given === undefined) return undefined;
    const claims = new Set(given.values());
    if (claims.size > 1) throw new DiagnosticError(twoClaims(name, [...claims]));
    return given.keys().next().value;
  }

  async #search(name: string): Promise<AnyProvider | undefined> {
    const { projectFolder } = this.#loading;
    const projectFile = join(projectFolder, "coconut.json");
    const module = namedPackages(projectFile, (await readManifest(projectFile)) ?? {}).get(name);
    if (module !== undefined) return loadProvider(this.#loading, name, module, "coconut.json refers to it.");
    const { installed } = await this.#dependenciesOfProject();
    const [claim, another] = installed.filter((each) => claimedModule(each, name) !== undefined);
    if (another !== undefined) throw new DiagnosticError(twoClaims(name, [claim!.name, another.name]));
    const found = claim ?? (await bundling(name));
    return found && loadInstalledProvider(this.#loading, name, found);
  }

  #dependenciesOfProject(): Promise<DirectDependencies> {
    return (this.#dependencies ??= dependenciesOf(this.#loading.projectFolder));
  }

  #claim(provider: AnyProvider): string {
    const position = positionOfProvider(provider);
    if (position === undefined) return this.#moduleOf(provider);
    return `${this.#moduleOf(provider)} (${printPosition(position)})`;
  }

  #moduleOf(provider: AnyProvider): string {
    const file = positionOfProvider(provider)?.file;
    return file === undefined
      ? provider.package
      : moduleOf(file, this.#loading.projectFolder, provider.package);
  }

  #load(provider: AnyProvider): LoadedPackage {
    let loaded = this.#loaded.get(provider);
    if (loaded === undefined) {
      const { package: name, version } = provider;
      const record = { name, version, module: this.#moduleOf(provider) };
      loaded = { kind: "loaded", package: typedPackage(provider), record };
      this.#loaded.set(provider, loaded);
    }
    return loaded;
  }
}

interface DirectDependencies {
  readonly installed: readonly InstalledPackage[];
  readonly missing: readonly string[];
}

async function dependenciesOf(projectFolder: string): Promise<DirectDependencies> {
  const manifest = await readManifest(join(projectFolder, "package.json"));
  const names = manifest === undefined ? [] : directDependencies(manifest);
  const found = await Promise.all(names.map((name) => installedPackage(name, projectFolder)));
  return {
    installed: found.filter((each) => each !== undefined),
    missing: names.filter((_, index) => found[index] === undefined),
  };
}

/** Returns Coconut's own package if it bundles a package with this name. */
async function bundling(name: string): Promise<InstalledPackage | undefined> {
  const own = await runningPackage();
  return own !== undefined && claimedModule(own, name) !== undefined ? own : undefined;
}

function once<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  let made = known.get(key);
  if (made === undefined) {
    made = make();
    known.set(key, made);
  }
  return made;
}

async function importModule(file: string): Promise<object> {
  return importUrl(pathToFileURL(file).href);
}

function notFound(name: string, type: string, missing: readonly string[]): Diagnostic {
  const hint =
    missing.length > 0
      ? `package.json lists packages that are not installed: ${missing.join(", ")}. Install them:\n    npm install`
      : `Install the npm package whose package.json declares "coconut": { "package": "${name}" }. If it has the same name:\n    npm install ${name}\nIf a module of the project defines it, add it to coconut.json:\n    { "packages": { "${name}": "./${name}.ts" } }`;
  return problem("provider/package-not-found", {
    detail: `The type ${type} belongs to package ${name}. The program does not import this package, coconut.json does not list it, and no direct dependency of the project provides it.`,
    hint,
  });
}
