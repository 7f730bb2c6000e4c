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
import type { PackageKind, WantedPackage } from "./package-kind.js";
import { providerOfMaker } from "./providers-of.js";

export interface ModuleKindOptions {
  readonly projectFolder: string;
  /** What the program defined or imported; see `providersOf`. Classes of resources are recognised besides. */
  readonly packages?: readonly AnyProvider[];
  /** Imports one of the project's own modules, by the path of its file. Without it Node does. */
  readonly loadModule?: LoadModule;
  /** Imports a module of an installed package. Without it Node does. */
  readonly loadInstalled?: LoadModule;
}

/**
 * Modules that define providers: first what the program defined or imported, then what `coconut.json` names, then direct
 * dependencies by what their package.json says, then what our own package bundles. Modules are imported when they are
 * first needed. A package is there in one version, and its records name the module alone.
 */
export function moduleKind(options: ModuleKindOptions): PackageKind {
  return new ModuleKind(options);
}

/** Its records have no `plugin`. */
export const moduleKindName = "module";

class ModuleKind implements PackageKind {
  readonly name = moduleKindName;
  readonly #loading: Loading;
  /** By package name, what the program defined or imported, each with who claims the name. */
  readonly #given = new Map<string, Map<AnyProvider, string>>();
  /** By package name, what the project says or depends on. */
  readonly #found = new Map<string, Promise<AnyProvider | undefined>>();
  /** By module and package name, what state remembers. */
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

  /** A module that was imported twice is one claim; two modules, or two calls in one, are two. */
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

/** Our own package, if it bundles the one of that name. */
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
