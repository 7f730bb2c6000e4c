import type { PackageRecord } from "../../model/index.js";
import { packageOfProvider } from "./deployment-edges.js";
import type { DeploymentEntry } from "./deployment-entry.js";
import type { DeploymentFields } from "./deployment-fields.js";

/** Finds the package that manages an entry, for files that do not record it. */
export class Packages {
  /** Packages whose source is unknown. */
  readonly unknown = new Set<string>();
  /** By URN of the provider, and by name of the package. */
  readonly #versions = new Map<string, string>();
  readonly #modules: ReadonlyMap<string, string>;

  /** `modules`: the modules of the packages that the project uses. */
  constructor(
    entries: readonly DeploymentEntry[],
    modules: ReadonlyMap<string, string>,
    file: DeploymentFields,
  ) {
    this.#modules = modules;
    for (const plugin of file.object("manifest")?.objects("plugins") ?? []) {
      const [name, version] = [plugin.text("name"), plugin.text("version")];
      if (name !== undefined && version !== undefined) this.#versions.set(name, version);
    }
    for (const { urn, kind, inputs } of entries) {
      const { version } = inputs;
      if ((kind === "provider" || kind === "default") && typeof version === "string")
        this.#versions.set(urn, version);
    }
  }

  of({ urn, type, kind, provider }: DeploymentEntry): PackageRecord {
    const by = kind === "provider" ? urn : provider;
    const name = (by && packageOfProvider(by)) ?? type.split(":", 1)[0]!;
    const version = (by && this.#versions.get(by)) ?? this.#versions.get(name) ?? "0.0.0";
    const module = this.#modules.get(name);
    if (module === undefined) this.unknown.add(name);
    return { name, version, module: module ?? name };
  }
}

/** Settings that the ecosystem adds to providers, and that no package declares. */
export const ecosystemSettings: ReadonlySet<string> = new Set(["version", "pluginDownloadURL", "__internal"]);
