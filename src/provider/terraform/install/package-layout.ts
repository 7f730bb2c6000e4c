import { join } from "node:path";
import type { ProviderAddress } from "../../../terraform/source/index.js";

/** One package: a version of a provider for a platform. */
export interface PackageId {
  readonly address: ProviderAddress;
  readonly version: string;
  /** `linux_amd64`. */
  readonly platform: string;
}

/** Returns the folder of a provider in a cache or a mirror. */
export function providerFolder(root: string, { host, namespace, type }: ProviderAddress): string {
  return join(root, host, namespace, type);
}

/** Returns the folder of an unpacked package in a cache or a mirror. */
export function packageFolder(root: string, { address, version, platform }: PackageId): string {
  return join(providerFolder(root, address), version, platform);
}

/** Returns the name of a packed package in the folder of its provider. */
export function archiveName({ address, version, platform }: PackageId): string {
  return `terraform-provider-${address.type}_${version}_${platform}.zip`;
}
