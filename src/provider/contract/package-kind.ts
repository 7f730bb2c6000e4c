import type { Diagnostic, PackageRecord } from "../../model/index.js";
import type { ForeignState } from "./foreign-state.js";
import type { LoadedPackage } from "./package-host.js";

/**
 * One kind of packages: modules that define providers, or plugins of one protocol. Throws a DiagnosticError if a
 * package cannot be loaded. Finding a package again returns the same object.
 */
export interface PackageKind {
  /** The `plugin.kind` of its records. */
  readonly name: string;
  /** Returns whether the class of a resource, or a function, belongs to a package of this kind. */
  owns?(maker: object): boolean;
  /** Finds a package for the program; undefined if there is none of this kind. */
  find(wanted: WantedPackage): Promise<LoadedPackage | undefined>;
  /** Returns the diagnostic for a package that no kind has found. */
  missing?(wanted: WantedPackage): Promise<Diagnostic>;
  /**
   * Finds the package of a record in state, in the recorded version if this kind supports versions. State must not
   * choose code: only loads packages that the project's files name or that are installed for the project.
   */
  findRecorded(record: PackageRecord): Promise<LoadedPackage>;
  /**
   * Returns whether the project's files name the package of a record. Imported deployments with other plugins are
   * rejected unless the user accepts them. Loads nothing.
   */
  isNamedByProject?(record: PackageRecord): Promise<boolean>;
  /**
   * Returns a text that identifies the code of a package, such as a digest of its program, so that a plan file is bound to it.
   * Not needed for records with checksums. Loads nothing.
   */
  codeOf?(record: PackageRecord): Promise<string>;
  /** The state files of other tools whose objects its packages can manage. */
  readonly stateFiles?: readonly StateFileFormat[];
  /**
   * Creates the files that a program imports from its packages and that are not committed, if they are missing. Called before
   * a program is loaded. Never uses the network. Returns warnings about packages, such as an override.
   */
  prepare?(): Promise<readonly Diagnostic[]>;
  /**
   * Ends what its packages hold, such as processes of packages that were loaded and never configured. Called at the end of
   * the command, after all configured providers are closed. A package that is found again later is loaded again. A kind that
   * serves several evaluations at the same time keeps what the others use.
   */
  close?(): Promise<void>;
}

/** A format of state files of another tool. */
export interface StateFileFormat {
  /** The name in options of commands: `tfstate`. */
  readonly name: string;
  /** Reads a state file. Starts nothing. Throws a DiagnosticError that names the file if it cannot be read. */
  read(content: string, file: string): Promise<ForeignState>;
}

/** A package that the program needs. */
export interface WantedPackage {
  /** The first part of its types. */
  readonly name: string;
  /** The type of the resource, or the token of the function. */
  readonly type: string;
  /** The requested version, for kinds that support versions. The engine rejects a package with another version. */
  readonly version: string | undefined;
  /** The class of the resource, or the function; undefined if the program only uses a name. */
  readonly maker: object | undefined;
}
