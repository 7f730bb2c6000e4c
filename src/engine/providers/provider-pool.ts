import type { FunctionName, PackageRecord, Registration, ValueObject } from "../../model/index.js";
import type {
  ConfiguredProvider,
  LoadedPackage,
  PackageHost,
  ProviderCall,
  Rejected,
} from "../../provider/contract/index.js";

/** A provider with its configuration, ready to manage objects. */
export interface PooledProvider {
  readonly kind: "pooled";
  readonly provider: ConfiguredProvider;
  readonly loaded: LoadedPackage;
}

/** Where a configuration comes from: a provider resource, or the stack's own settings for a package. */
export interface ConfigurationSource {
  /** The same for all that share the configuration. */
  readonly key: string;
  readonly config: ValueObject;
}

/** One configured provider per configuration, made when it is first needed and closed at the end of the run. */
export class ProviderPool {
  readonly #host: PackageHost;
  readonly #pooled: Map<string, Promise<PooledProvider | Rejected>>;

  /** Takes over what an earlier one has configured. */
  constructor(host: PackageHost, earlier?: ProviderPool) {
    this.#host = host;
    this.#pooled = new Map(earlier === undefined ? [] : earlier.#pooled);
  }

  packageOf(registration: Registration): Promise<LoadedPackage | Rejected> {
    return this.#host.forResource(registration);
  }

  packageOfFunction(name: FunctionName): Promise<LoadedPackage | Rejected> {
    return this.#host.forFunction(name);
  }

  /** The package that a type begins with, where the program has no resource of it. */
  packageOfType(type: string): Promise<LoadedPackage | Rejected> {
    return this.#host.forFunction({ token: type });
  }

  packageRecorded(record: PackageRecord): Promise<LoadedPackage | Rejected> {
    return this.#host.forRecord(record);
  }

  configured(
    call: ProviderCall,
    loaded: LoadedPackage,
    source: ConfigurationSource,
  ): Promise<PooledProvider | Rejected> {
    const key = `${loaded.record.name} ${loaded.record.module} ${source.key}`;
    let pooled = this.#pooled.get(key);
    if (pooled === undefined) {
      pooled = configure(call, loaded, source.config);
      this.#pooled.set(key, pooled);
    }
    return pooled;
  }

  async close(): Promise<void> {
    for (const pooled of await Promise.all(this.#pooled.values())) {
      if (pooled.kind === "pooled") await pooled.provider.close();
    }
    this.#pooled.clear();
  }
}

async function configure(
  call: ProviderCall,
  loaded: LoadedPackage,
  config: ValueObject,
): Promise<PooledProvider | Rejected> {
  const checked = await loaded.package.checkConfig(call, { config });
  if ("kind" in checked) return checked;
  const provider = await loaded.package.configure(call, checked.config);
  return "kind" in provider ? provider : { kind: "pooled", provider, loaded };
}

/** The settings `package:key` of the stack, which configure a package that no provider resource configures. */
export function defaultConfiguration(packageName: string, config: ValueObject): ConfigurationSource {
  const prefix = `${packageName}:`;
  const own = Object.entries(config).filter(([key]) => key.startsWith(prefix));
  const entries = own.map(([key, value]) => [key.slice(prefix.length), value] as const);
  return { key: "default", config: Object.fromEntries(entries) };
}
