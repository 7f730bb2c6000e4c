import { JSON } from "../../std/plain-json.js";

/** Which code manages an object, so that it can be loaded when the program no longer names it. */
export interface PackageRecord {
  readonly name: string;
  readonly version: string;
  /** The npm package, or the path of a module from the project folder; for a plugin, its kind and source. */
  readonly module: string;
  /** Absent for packages that are modules. */
  readonly plugin?: PluginRecord;
}

/** How a package that is no module is found again without the program. */
export interface PluginRecord {
  /** The package kind that finds it: the protocol that the plugin speaks. */
  readonly kind: string;
  /** Where the plugin comes from, in the words of its kind: `registry.example/acme/disk`. */
  readonly source: string;
  /** The version of the plugin; for a parameterized one, other than that of the package. */
  readonly version: string;
  /** Checksums of the plugin as the kind writes them. Code that matches none of them is not started. */
  readonly checksums?: readonly string[];
  /** What makes this package of a plugin that can be many, as the kind writes it. */
  readonly parameterization?: string;
}

/**
 * Returns the same text for records of the same package in the same version. Whatever is kept per package is kept by it:
 * several versions of a package may serve one stack. Checksums are no part of it.
 */
export function packageKey({ name, version, module, plugin }: PackageRecord): string {
  const parts = [name, version, module];
  if (plugin === undefined) return JSON.stringify(parts);
  const { kind, source, version: ofPlugin, parameterization = null } = plugin;
  return JSON.stringify([...parts, kind, source, ofPlugin, parameterization]);
}
