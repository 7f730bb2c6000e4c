import { JSON } from "../../std/plain-json.js";

/** The package that manages an object, so that it can be loaded when the program no longer uses it. */
export interface PackageRecord {
  readonly name: string;
  readonly version: string;
  /** The npm package, or the path of a module from the project folder; for a plugin, its kind and source. */
  readonly module: string;
  /** Absent for packages that are modules. */
  readonly plugin?: PluginRecord;
}

/** How to find a package that is not a module, without the program. */
export interface PluginRecord {
  /** The package kind, which is the protocol of the plugin. */
  readonly kind: string;
  /** The source of the plugin, in the notation of its kind: `registry.example/acme/disk`. */
  readonly source: string;
  /** The version of the plugin. For a parameterized plugin it differs from the version of the package. */
  readonly version: string;
  /** Checksums of the plugin, in the notation of its kind. Code that matches none of them is not started. */
  readonly checksums?: readonly string[];
  /** The parameters that turn a parameterized plugin into this package, in the notation of its kind. */
  readonly parameterization?: string;
}

/**
 * Returns the same text for records of the same package in the same version. It is the key of all data per package:
 * several versions of a package may be used in one stack. Checksums are not part of it.
 */
export function packageKey({ name, version, module, plugin }: PackageRecord): string {
  const parts = [name, version, module];
  if (plugin === undefined) return JSON.stringify(parts);
  const { kind, source, version: ofPlugin, parameterization = null } = plugin;
  return JSON.stringify([...parts, kind, source, ofPlugin, parameterization]);
}
