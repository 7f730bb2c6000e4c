import { installAll } from "./install-all.js";
import type { InstallReport } from "./installed.js";
import { namedProviders, selectProviders } from "./named-providers.js";
import type { ProviderPlace } from "./provider-place.js";

/**
 * Installs the providers that coconut.json names and generates their classes. `locked`: in the versions of the lock file, and
 * providers that are not locked in the newest allowed version. `newest`: in the newest allowed versions.
 */
export async function installProviders(
  names: readonly string[],
  place: ProviderPlace,
  versions: "locked" | "newest",
): Promise<InstallReport> {
  const selected = selectProviders(await namedProviders(place.projectFolder), names);
  const wanted = selected.map(({ name, text, program }) =>
    program.kind === "path"
      ? { name, text, path: program.path }
      : { name, address: program.address, constraint: program.constraint, isNamed: true },
  );
  return installAll(wanted, place, versions);
}
