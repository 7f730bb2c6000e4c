import type { Diagnostic, PackageRecord } from "../../model/index.js";
import type { LoadedPackage } from "../contract/index.js";

/**
 * One way to find packages: modules that define providers, or the plugins of one protocol. Whatever keeps a package from
 * being loaded is thrown as a DiagnosticError. A package that is found again is the same object.
 */
export interface PackageKind {
  /** The `plugin.kind` of its records. */
  readonly name: string;
  /** Whether the class of a resource, or a function, says itself that its package is of this kind. */
  owns?(maker: object): boolean;
  /** Finds the package that the program asks for; undefined if there is none of this kind. */
  find(wanted: WantedPackage): Promise<LoadedPackage | undefined>;
  /** Says what to do about a package that no kind has found. */
  missing?(wanted: WantedPackage): Promise<Diagnostic>;
  /**
   * Finds the package that a record of state names, in the version of the record if this kind can choose. State never
   * chooses code: it loads only what the project's files name or what is installed for the project.
   */
  findRecorded(record: PackageRecord): Promise<LoadedPackage>;
  /**
   * Whether the project's files name the package of a record. Imported deployments with other plugins are refused unless
   * the user accepts them. Loads nothing.
   */
  isNamedByProject?(record: PackageRecord): Promise<boolean>;
  /**
   * Ends what its packages hold, such as processes of packages that were loaded and never configured. Called at the end of
   * the command, after all configured providers are closed. A package that is found again later is loaded again. A kind that
   * serves several evaluations at the same time keeps what the others use.
   */
  close?(): Promise<void>;
}

/** A package that the program asks for. */
export interface WantedPackage {
  /** What its types begin with. */
  readonly name: string;
  /** The type of the resource, or the token of the function. */
  readonly type: string;
  /** For kinds that can choose; the engine refuses a package that is there in another version. */
  readonly version: string | undefined;
  /** The class of the resource, or the function; undefined for what is only named. */
  readonly maker: object | undefined;
}
