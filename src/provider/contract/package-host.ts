import type { FunctionName, PackageRecord, Registration } from "../../model/index.js";
import type { ProviderPackage, Rejected } from "./contract.js";
import type { ForeignState } from "./foreign-state.js";

/** A loaded package, and the record with which state refers to it. */
export interface LoadedPackage {
  readonly kind: "loaded";
  readonly package: ProviderPackage;
  readonly record: PackageRecord;
  /** True if its kind can load different versions: then one stack may use several versions of the package. */
  readonly choosesVersions?: boolean;
}

/** Finds and loads the packages that implement resource types. */
export interface PackageHost {
  /** Finds the package of a resource or provider resource in the program. `version` defaults to the resource option. */
  forResource(registration: Registration, version?: string): Promise<LoadedPackage | Rejected>;
  /** Finds the package of a function: that of the provider that defined it, otherwise that at the start of its token. */
  forFunction(name: FunctionName, version?: string): Promise<LoadedPackage | Rejected>;
  /** Finds the package of an object in state, whose code may no longer be in the program. */
  forRecord(record: PackageRecord): Promise<LoadedPackage | Rejected>;
  /** Reads a state file of another tool. Throws a DiagnosticError if it cannot be read. Starts nothing. */
  readStateFile?(format: string, content: string, file: string): Promise<ForeignState>;
  /** Ends what the packages hold that were loaded. Called after all configured providers are closed. */
  close?(): Promise<void>;
}
