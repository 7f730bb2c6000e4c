import type { EdgeKind, Json, JsonObject, PackageRecord, RecordedOptions, Scope } from "../../model/index.js";

/** The file that `coco stack export` writes. Its member names are those of the ecosystem. */
export interface DeploymentFile {
  readonly version: 3;
  readonly deployment: {
    readonly manifest: DeploymentManifest;
    readonly secrets_providers?: SecretsProvider;
    readonly resources: readonly DeploymentResource[];
    readonly pending_operations: readonly {
      readonly resource: DeploymentResource;
      readonly type: "creating" | "updating" | "deleting";
    }[];
    readonly metadata: JsonObject;
    readonly coconut: DeploymentExtra;
  };
}

export interface DeploymentManifest {
  readonly time: string;
  /** The SHA-256 of the version. */
  readonly magic: string;
  readonly version: string;
  readonly plugins?: readonly JsonObject[];
}

export interface SecretsProvider {
  readonly type: string;
  readonly state: Json;
}

/** One object, or a component, or a configured provider. Its dependencies come before it. */
export interface DeploymentResource {
  readonly urn: string;
  readonly custom: boolean;
  readonly id?: string;
  readonly type: string;
  readonly inputs: Json;
  readonly outputs: Json;
  readonly parent?: string;
  readonly protect?: boolean;
  /** True if the object is only read, not managed. */
  readonly external?: boolean;
  /** True if it was replaced and is still to be deleted. */
  readonly delete?: boolean;
  /** True if it was deleted for a replacement that is not created yet. */
  readonly pendingReplacement?: boolean;
  readonly dependencies?: readonly string[];
  readonly propertyDependencies?: { readonly [field: string]: readonly string[] };
  /** The URN of the provider, followed by `::` and its id. */
  readonly provider?: string;
  readonly initErrors?: readonly string[];
  readonly additionalSecretOutputs?: readonly string[];
  readonly ignoreChanges?: readonly string[];
  readonly replaceOnChanges?: readonly string[];
  readonly replacementTrigger?: Json;
  /** In seconds. */
  readonly customTimeouts?: { readonly delete: number };
  readonly importID?: string;
  readonly retainOnDelete?: boolean;
  readonly deletedWith?: string;
  readonly created?: string;
  readonly modified?: string;
  /** `project:///main.ts#3,1` */
  readonly sourcePosition?: string;
  readonly coconut?: ResourceExtra;
}

/** Data of the stack that deployments cannot express. */
export interface DeploymentExtra {
  readonly format: 1;
  /** The groups of recorded renames that the stack has already applied. */
  readonly moves: readonly string[];
  /** The URNs of provider entries that stand for a package's configuration in the stack. */
  readonly defaultProviders: readonly string[];
}

/** Data of one resource that deployments cannot express. Default values are omitted. */
export interface ResourceExtra {
  readonly package?: PackageRecord;
  /** The type of the object, if the resource has a different type by now. */
  readonly type?: string;
  readonly schemaVersion?: number;
  readonly globalId?: string;
  readonly scope?: Scope;
  readonly origin?: readonly ExtraOrigin[];
  readonly options?: RecordedOptions;
  readonly tainted?: boolean;
  /** The names of inputs without a value in state, because they were ephemeral. */
  readonly ephemeral?: readonly string[];
  /** The outputs of the last create or update, if different ones were observed since. */
  readonly baseline?: Json;
  readonly opaque?: Json;
  /** All its edges, if the other fields of the entry do not express them exactly. */
  readonly edges?: readonly NamedEdge[];
}

export interface ExtraOrigin {
  readonly sourcePosition?: string;
  readonly waitsFor: readonly string[];
  readonly key?: string;
}

/** An edge that names the other resource by its URN. */
export interface NamedEdge {
  readonly kind: EdgeKind;
  readonly to: string;
  readonly field?: string;
}
