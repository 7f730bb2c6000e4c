import type { Diagnostic } from "../../../model/index.js";

/** A provider that a command installed, or found installed. */
export interface InstalledProvider {
  /** The name of the package: `tf_random`. */
  readonly name: string;
  /** The source without the constraint: `hashicorp/random`. */
  readonly source: string;
  readonly version: string;
  /** The version that was locked before, if it was another one. */
  readonly before?: string;
  /** Where the package comes from: `the registry example.com`, `the mirror terraform.d/plugins`, `the cache`. */
  readonly from: string;
  /** False if it was in the cache already. */
  readonly isNew: boolean;
  /** The key that signed it. */
  readonly signedBy?: string;
  /** How the program imports its classes: `#tf/random`, or `#tf/aws/…` if each type has a module of its own. */
  readonly import: string;
  /** The number of resource types. */
  readonly types: number;
  /** Statements that import a few of its classes. */
  readonly examples: readonly string[];
}

/** The files of the project that a command changed, each with what changed. */
export interface ChangedFile {
  readonly file: string;
  readonly change: string;
}

/** The result of `coco provider add`, `install` and `upgrade`. */
export interface InstallReport {
  readonly providers: readonly InstalledProvider[];
  readonly changed: readonly ChangedFile[];
  /** Warnings, such as an unsigned package. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The result of `coco provider rm`. */
export interface RemovalReport {
  /** The name of the package. */
  readonly name: string;
  readonly changed: readonly ChangedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A package that `coco provider mirror` has copied. */
export interface MirroredPackage {
  /** The source and version. */
  readonly what: string;
  readonly platform: string;
}
