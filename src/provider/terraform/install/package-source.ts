import type { Diagnostic } from "../../../model/index.js";
import type { ProviderAddress } from "../../../terraform/source/index.js";

/** A place that has packages of Terraform providers. */
export interface PackageSource {
  readonly kind: "filesystem mirror" | "network mirror" | "registry";
  /** For messages: `the registry example.com`, `the mirror /opt/providers`. */
  readonly title: string;
  /** Returns the versions of a provider; undefined if this place does not have it. Throws a DiagnosticError on failure. */
  versions(
    address: ProviderAddress,
    signal: AbortSignal | undefined,
  ): Promise<readonly OfferedVersion[] | undefined>;
  /**
   * Unpacks a package into an empty folder. Verifies everything that the place states about it, and throws a DiagnosticError if
   * anything differs. A failed call may leave files in the folder.
   */
  fetch(wanted: WantedPackage, folder: string, ports: FetchPorts): Promise<FetchedPackage>;
  /**
   * Writes the archive of a package to a file that does not exist yet, with the same verification as `fetch`. Absent for places
   * that cannot be mirrored.
   */
  archive?(wanted: WantedPackage, file: string, ports: FetchPorts): Promise<FetchedPackage>;
}

/** A version of a provider that a place offers. */
export interface OfferedVersion {
  readonly version: string;
  /** `linux_amd64`. Undefined if the place does not list them. */
  readonly platforms?: readonly string[];
  /** `5.0`, `6.0`. Undefined if the place does not list them. */
  readonly protocols?: readonly string[];
}

export interface WantedPackage {
  readonly address: ProviderAddress;
  readonly version: string;
  /** `linux_amd64`. */
  readonly platform: string;
  /** The hashes in the lock file, `h1:…` and `zh:…`. If there are any, a package that has none of them is refused. */
  readonly locked: readonly string[];
}

export interface FetchPorts {
  readonly signal?: AbortSignal | undefined;
  /** Called while bytes arrive. */
  readonly progress: (received: number, total: number | undefined) => void;
}

export interface FetchedPackage {
  /** The verified hashes of the archives, `zh:…`, of all platforms that the place vouches for. */
  readonly hashes: readonly string[];
  /** The key that signed them, for messages: its id and owner. */
  readonly signedBy?: string;
  readonly diagnostics: readonly Diagnostic[];
}
