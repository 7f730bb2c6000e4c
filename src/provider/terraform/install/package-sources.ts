import { resolve } from "node:path";
import { isInScope, type ProviderAddress } from "../../../terraform/source/index.js";
import { filesystemMirror, mirroredVersions } from "./filesystem-mirror.js";
import type { PackageSource } from "./package-source.js";
import type { ProviderPlaces } from "./provider-places.js";

/** Make the places that need the network. */
export interface NetworkSources {
  readonly registry: (host: string) => PackageSource;
  readonly networkMirror: (url: string) => PackageSource;
}

/** Returns the places that a provider may come from, in their order. */
export type PackageSources = (address: ProviderAddress) => Promise<readonly PackageSource[]>;

/**
 * Returns the places that the configuration of the command line allows for a provider. Without `provider_installation`, a provider
 * comes from the implied mirrors that have it, and from its registry if none of them does. Offline, only mirrors in the file system
 * remain.
 */
export function packageSources(
  places: ProviderPlaces,
  network: NetworkSources,
  { offline }: { readonly offline: boolean },
): PackageSources {
  const { methods } = places.configuration;
  if (methods === undefined)
    return (address) => impliedSources(address, places, offline ? undefined : network);
  return async (address) =>
    methods
      .filter((method) => isInScope(address, method))
      .flatMap((method) => {
        if (method.kind === "filesystem mirror")
          return [filesystemMirror(resolve(places.projectFolder, method.path))];
        if (offline) return [];
        return [
          method.kind === "direct" ? network.registry(address.host) : network.networkMirror(method.url),
        ];
      });
}

async function impliedSources(
  address: ProviderAddress,
  { impliedMirrors }: ProviderPlaces,
  network: NetworkSources | undefined,
): Promise<readonly PackageSource[]> {
  const found = await Promise.all(
    impliedMirrors.map(async (path) => ((await mirroredVersions(path, address)) === undefined ? [] : [path])),
  );
  const mirrors = found.flat().map(filesystemMirror);
  return mirrors.length > 0 || network === undefined ? mirrors : [network.registry(address.host)];
}
