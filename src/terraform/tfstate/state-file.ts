import type { CtyPath } from "../cty/index.js";
import type { ProviderReference } from "./provider-reference.js";

/** The content of a state file of Terraform or OpenTofu, version 4, in the order of the file. */
export interface StateFile {
  /** The version of the program that wrote it: `1.11.4`. */
  readonly writtenBy: string;
  readonly objects: readonly StateObject[];
  /** The addresses of data sources. */
  readonly dataSources: readonly string[];
  /** The names of outputs of the root module. */
  readonly outputs: readonly string[];
  /** The addresses of checks. */
  readonly checks: readonly string[];
}

/** One object of a managed resource. An instance has several if old ones are still to be deleted. */
export interface StateObject {
  /** `module.net["one"].aws_vpc.main[0]` */
  readonly address: string;
  /** The address without instance keys, which dependencies use: `module.net.aws_vpc.main`. */
  readonly resource: string;
  readonly module: readonly ModuleStep[];
  readonly type: string;
  readonly name: string;
  /** The index of `count`, or the key of `for_each`. */
  readonly key: InstanceKey | undefined;
  readonly provider: ProviderReference;
  readonly schemaVersion: number;
  /** JSON. Undefined if the file has the attributes in the form of Terraform 0.11. */
  readonly attributes: string | undefined;
  /** The attribute `id`, if it is a text. */
  readonly id: string | undefined;
  /** Base64. */
  readonly private: string | undefined;
  /** JSON. */
  readonly identity: string | undefined;
  readonly identityVersion: number;
  readonly isTainted: boolean;
  /** The key of an object that was replaced and is still to be deleted. */
  readonly deposed: string | undefined;
  /** Addresses of resources without instance keys, including indirect dependencies. */
  readonly dependencies: readonly string[];
  /** The places whose values the configuration marked as sensitive, or the schema. */
  readonly sensitive: readonly CtyPath[];
  readonly isCreatedFirst: boolean;
}

export interface ModuleStep {
  readonly name: string;
  readonly key: InstanceKey | undefined;
}

export type InstanceKey = string | number;

/** Why a text is not a state file that can be read. */
export type StateFileFault =
  | { readonly kind: "empty" }
  | { readonly kind: "encrypted" }
  | { readonly kind: "not-state"; readonly reason: string }
  | { readonly kind: "version"; readonly version: string; readonly isOlder: boolean };
