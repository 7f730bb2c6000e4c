import type { EdgeKind, Json, JsonObject, PackageRecord, RecordedOptions, Scope } from "../../model/index.js";

/** What `coco stack export` writes. Names are the ecosystem's. */
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

/** One thing that exists, or a component, or the configuration of a provider. Those that it needs come before it. */
export interface DeploymentResource {
  readonly urn: string;
  readonly custom: boolean;
  readonly id?: string;
  readonly type: string;
  readonly inputs: Json;
  readonly outputs: Json;
  readonly parent?: string;
  readonly protect?: boolean;
  /** Only read. */
  readonly external?: boolean;
  /** Replaced, and still to be deleted. */
  readonly delete?: boolean;
  /** Deleted to be replaced: its successor is owed. */
  readonly pendingReplacement?: boolean;
  readonly dependencies?: readonly string[];
  readonly propertyDependencies?: { readonly [field: string]: readonly string[] };
  /** The URN and, behind the last `::`, the id of the provider. */
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

/** Of the stack as a whole, what deployments have no word for. */
export interface DeploymentExtra {
  readonly format: 1;
  /** The groups of recorded renames that the stack has followed. */
  readonly moves: readonly string[];
  /** The URNs of provider entries that stand for a package's settings in the configuration of the stack. */
  readonly defaultProviders: readonly string[];
}

/** Of one resource, what deployments have no word for; only what is not as usual. */
export interface ResourceExtra {
  readonly package?: PackageRecord;
  /** What the object is of, where the resource has another type by now. */
  readonly type?: string;
  readonly schemaVersion?: number;
  readonly globalId?: string;
  readonly scope?: Scope;
  readonly origin?: readonly ExtraOrigin[];
  readonly options?: RecordedOptions;
  readonly tainted?: boolean;
  /** The inputs that state has no values of, because they were ephemeral. */
  readonly ephemeral?: readonly string[];
  /** The outputs of the last create or update, where others were observed since. */
  readonly baseline?: Json;
  readonly opaque?: Json;
  /** All of its edges, where the entry does not say them exactly. */
  readonly edges?: readonly NamedEdge[];
}

export interface ExtraOrigin {
  readonly sourcePosition?: string;
  readonly waitsFor: readonly string[];
  readonly key?: string;
}

/** An edge with the other resource by its URN. */
export interface NamedEdge {
  readonly kind: EdgeKind;
  readonly to: string;
  readonly field?: string;
}
