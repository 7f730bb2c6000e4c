import type { ClassCode } from "../../model/index.js";

/** The content of a state file of another tool, as far as objects can be imported from it. */
export interface ForeignState {
  /** `Terraform state (version 4, terraform 1.11.4)` */
  readonly title: string;
  readonly objects: readonly ForeignObject[];
  /** The parts of the file that no object is made of, such as outputs. */
  readonly omitted: readonly OmittedPart[];
  /** How a program gets the class of the type of an object. */
  readonly classOf: (type: string) => ClassCode;
}

/** A resource instance that the other tool manages. */
export interface ForeignObject {
  /** The address that the other tool knows it by. */
  readonly address: string;
  readonly type: string;
  /** The name of its resource: readable, and the same for every reading of the file. */
  readonly name: string;
  /** Comments for the program. */
  readonly notes: readonly string[];
  /** The provider resource that configures it; undefined for the default configuration. */
  readonly provider: ForeignConfiguration | undefined;
  /** Why it cannot be imported, and what to do about it. */
  readonly obstacle: Obstacle | undefined;
  /** Undefined if it has only objects that are still to be deleted, which is an obstacle. */
  readonly current: ForeignRecord | undefined;
  /** The object is damaged or outdated: the next plan replaces it. */
  readonly isTainted: boolean;
  /** The id in the file, if it has one. */
  readonly id: string | undefined;
  /** Objects that were replaced, and that are still to be deleted. */
  readonly replaced: readonly ForeignRecord[];
  /** The addresses of the objects that it depends on, including indirect ones. */
  readonly needs: readonly string[];
}

/** A provider configuration that is not the default one. */
export interface ForeignConfiguration {
  /** The name that its provider resource must have. */
  readonly name: string;
  /** How to declare it. */
  readonly remedy: string;
}

export interface Obstacle {
  readonly reason: string;
  readonly remedy: string;
}

/** Something in a state file that is not imported. */
export interface OmittedPart {
  /** `output`, `data source` */
  readonly kind: string;
  readonly names: readonly string[];
  /** The step that replaces it. */
  readonly advice: string;
}

/** The record of one object. Only the package that manages the type interprets it. */
export interface ForeignRecord {
  readonly schemaVersion: number;
  /** JSON, exactly as in the file. */
  readonly attributes: string;
  /** Private bytes of the provider, in base64. */
  readonly private: string | undefined;
  /** JSON, of another version of its schema than the one of the attributes. */
  readonly identity: string | undefined;
  readonly identityVersion: number;
  /** The places of sensitive values. Each step is the name of an attribute, a key or an index. */
  readonly sensitive: readonly (readonly ForeignStep[])[];
}

export type ForeignStep =
  | { readonly attribute: string }
  | { readonly key: string }
  | { readonly index: number };
