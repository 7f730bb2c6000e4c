import { resolve } from "node:path";
import type { MirroredPackage } from "./installed.js";
import { namedProviders } from "./named-providers.js";
import { ProjectFiles } from "./project-files.js";
import type { ProviderPlace } from "./provider-place.js";

/** The arguments of `coco provider mirror`. */
export interface MirrorRequest {
  /** Relative to the working folder. */
  readonly folder: string;
  /** Such as `darwin_arm64`, besides the platform of this machine. */
  readonly platforms: readonly string[];
}

/**
 * Writes the locked versions of all providers to a folder from which other machines install them, for these platforms, and adds
 * the hashes of their packages to the lock file.
 */
export async function mirrorProviders(
  { folder, platforms }: MirrorRequest,
  place: ProviderPlace,
): Promise<readonly MirroredPackage[]> {
  const terraform = await import("../../../provider/terraform/project/index.js");
  const wanted = (await namedProviders(place.projectFolder)).flatMap(({ name, program }) =>
    program.kind === "source" ? [{ name, source: program }] : [],
  );
  const ports = terraform.installPorts({
    ...place,
    report: () => {},
  });
  const all = [...new Set([terraform.platformName(process), ...platforms])];
  const { packages, locked } = await terraform.mirrorProviders(wanted, resolve(folder), all, ports);
  const files = new ProjectFiles(place.projectFolder);
  for (const each of locked)
    await files.lockFile(terraform.lockFileName, "has the hashes of more platforms", (text) =>
      terraform.withLock(text, each),
    );
  return packages.map(({ provider, version, platform }) => ({
    what: `${terraform.shortAddress(provider.source.address)} ${version}`,
    platform,
  }));
}
