import {
  packageKey,
  type Diagnostic,
  type FunctionName,
  type PackageRecord,
  type Registration,
} from "../../model/index.js";
import type {
  ConfiguredProvider,
  LoadedPackage,
  PackageHost,
  ProviderCall,
  Rejected,
} from "../../provider/contract/index.js";
import { identityOf } from "./configuration-identity.js";
import { projectSettings, withReachingKeys, type ConfigurationSource } from "./default-configuration.js";

/** A provider with its configuration, ready to manage objects. */
export interface PooledProvider {
  readonly kind: "pooled";
  readonly provider: ConfiguredProvider;
  readonly loaded: LoadedPackage;
}

/** One configured provider per configuration, created on first use and closed at the end of the run. */
export class ProviderPool {
  readonly #host: PackageHost;
  /** Its own, and those of the ones before. */
  readonly #hosts: readonly PackageHost[];
  readonly #pooled: Map<string, Promise<PooledProvider | Rejected>>;
  /** The configured providers, by package and configuration source. */
  readonly #ready = new Map<LoadedPackage, Map<string, PooledProvider>>();
  /** Packages by class prototype, then by type and requested version: the parts that all resources of a class share. */
  readonly #packages = new Map<object, Map<string, LoadedPackage | Promise<LoadedPackage | Rejected>>>();

  readonly #warnings: Diagnostic[];

  /** `earlier`: a pool whose configured providers are reused. */
  constructor(host: PackageHost, earlier?: ProviderPool) {
    this.#host = host;
    this.#hosts = earlier === undefined ? [host] : [...earlier.#hosts, host];
    this.#warnings = [...(earlier?.warnings ?? [])];
    this.#pooled = new Map(earlier === undefined ? [] : earlier.#pooled);
  }

  /** Warnings about the configurations. */
  get warnings(): readonly Diagnostic[] {
    return this.#warnings;
  }

  /** Synchronous if another resource of the class was looked up before. `version` defaults to that of the resource. */
  packageOf(
    registration: Registration,
    version = registration.options.version,
  ): LoadedPackage | Promise<LoadedPackage | Rejected> {
    const { resource, type } = registration;
    const key = version === undefined ? type : `${type} ${version}`;
    const known = this.#packages.get(Object.getPrototypeOf(resource) as object)?.get(key);
    return known ?? this.#find(registration, version, key);
  }

  #find(
    registration: Registration,
    version: string | undefined,
    key: string,
  ): Promise<LoadedPackage | Rejected> {
    const ofClass = within(this.#packages, Object.getPrototypeOf(registration.resource) as object);
    const finding = this.#host.forResource(registration, version).then((found) => {
      if (found.kind === "loaded") ofClass.set(key, found);
      else ofClass.delete(key);
      return found;
    });
    ofClass.set(key, finding);
    return finding;
  }

  /** Loads the packages of all resources, so that `packageOf` is synchronous for them. */
  async load(registrations: readonly Registration[]): Promise<void> {
    const found = registrations.filter(isManaged).map((registration) => this.packageOf(registration));
    for (const each of new Set(found)) await each;
  }

  packageOfFunction(name: FunctionName, version?: string): Promise<LoadedPackage | Rejected> {
    return this.#host.forFunction(name, version);
  }

  /** Returns the package of a type, for types without a resource in the program. */
  packageOfType(type: string): Promise<LoadedPackage | Rejected> {
    return this.#host.forFunction({ token: type });
  }

  packageRecorded(record: PackageRecord): Promise<LoadedPackage | Rejected> {
    return this.#host.forRecord(record);
  }

  /** Returns a provider that was already configured from a source with this key. */
  ready(loaded: LoadedPackage, key: string): PooledProvider | undefined {
    return this.#ready.get(loaded)?.get(key);
  }

  async configured(
    call: ProviderCall,
    loaded: LoadedPackage,
    source: ConfigurationSource,
  ): Promise<PooledProvider | Rejected> {
    const key = `${packageKey(loaded.record)} ${source.key}`;
    const pooled = this.#pooled.get(key) ?? this.#configure(call, loaded, source);
    this.#pooled.set(key, pooled);
    const found = await pooled;
    if (found.kind === "pooled") within(this.#ready, loaded).set(source.key, found);
    return found;
  }

  async #configure(
    call: ProviderCall,
    loaded: LoadedPackage,
    source: ConfigurationSource,
  ): Promise<PooledProvider | Rejected> {
    const { name, configFields } = loaded.package;
    const identity = identityOf(source.urn);
    const checked = await loaded.package.checkConfig(call, { config: source.config, identity });
    if ("kind" in checked)
      return { ...checked, diagnostics: withReachingKeys(name, source, checked.diagnostics) };
    this.#warnings.push(...projectSettings(name, source, configFields ?? []));
    const provider = await loaded.package.configure(call, { config: checked.config, identity });
    return "kind" in provider ? provider : { kind: "pooled", provider, loaded };
  }

  /** Closes all providers, and then their packages. One that fails to close does not fail the command. */
  async close(): Promise<void> {
    const pooled = [...this.#pooled.values()];
    this.#pooled.clear();
    this.#ready.clear();
    await Promise.allSettled(
      pooled.map(async (each) => {
        const configured = await each;
        if (configured.kind === "pooled") await configured.provider.close();
      }),
    );
    await Promise.allSettled(this.#hosts.map(async (host) => host.close?.()));
  }
}

function isManaged({ kind }: Registration): boolean {
  return kind === "custom" || kind === "external";
}

function within<Key, Name, Item>(maps: Map<Key, Map<Name, Item>>, key: Key): Map<Name, Item> {
  const map = maps.get(key) ?? new Map<Name, Item>();
  maps.set(key, map);
  return map;
}
