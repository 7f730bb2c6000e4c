import type { FunctionName, PackageRecord, Registration } from "../../model/index.js";
import type { ProviderPackage, Rejected } from "./contract.js";

/** A package that is in memory, and how state refers to it. */
export interface LoadedPackage {
  readonly kind: "loaded";
  readonly package: ProviderPackage;
  readonly record: PackageRecord;
  /** Whether its kind can choose among versions: then other versions of the package may serve the same stack. */
  readonly choosesVersions?: boolean;
}

/** Finds and loads the packages that implement resource types. */
export interface PackageHost {
  /** For a resource of the program, or for the provider configuration that it is. `version` is its option unless given. */
  forResource(registration: Registration, version?: string): Promise<LoadedPackage | Rejected>;
  /** For a function: of the provider that defined it, else of the package that its token begins with. */
  forFunction(name: FunctionName, version?: string): Promise<LoadedPackage | Rejected>;
  /** For an object in state, whose code may have left the program. */
  forRecord(record: PackageRecord): Promise<LoadedPackage | Rejected>;
  /** Ends what the packages hold that were loaded. Called after all configured providers are closed. */
  close?(): Promise<void>;
}
