import type { CtyPath } from "../../../terraform/cty/index.js";
import type { FunctionSignature } from "../../../terraform/schema/index.js";
import type { IdentitySchema } from "./identity-schemas.js";
import type { ProviderSchema } from "./provider-schema.js";
import type { ServerCapabilities } from "./server-capabilities.js";

/**
 * A running Terraform provider, for protocols 5 and 6 alike. Values stay in the bytes of the protocol; see `codec/`.
 *
 * A promise is rejected with a `ProviderCallError` if there is no usable answer: the process ended, the call was cancelled, or the
 * provider does not implement it. Errors that the provider reports are `diagnostics` of the answer.
 */
export interface ProviderClient {
  readonly protocol: 5 | 6;
  getSchema(context?: CallContext): Promise<SchemaAnswer>;
  /** Returns only the names of types and functions. Providers of old SDKs do not implement it. */
  getMetadata(context?: CallContext): Promise<MetadataAnswer>;
  validateProvider(request: ProviderConfig, context?: CallContext): Promise<Answer>;
  configure(request: ConfigureRequest, context?: CallContext): Promise<Answer>;
  validateResource(request: TypeConfig, context?: CallContext): Promise<Answer>;
  upgrade(request: UpgradeRequest, context?: CallContext): Promise<StateAnswer>;
  upgradeIdentity(request: UpgradeRequest, context?: CallContext): Promise<IdentityAnswer>;
  read(request: ReadRequest, context?: CallContext): Promise<ReadAnswer>;
  plan(request: PlanRequest, context?: CallContext): Promise<PlanAnswer>;
  apply(request: ApplyRequest, context?: CallContext): Promise<ApplyAnswer>;
  import(request: ImportRequest, context?: CallContext): Promise<ImportAnswer>;
  validateData(request: TypeConfig, context?: CallContext): Promise<Answer>;
  readData(request: TypeConfig, context?: CallContext): Promise<StateAnswer & MayDefer>;
  getFunctions(context?: CallContext): Promise<FunctionsAnswer>;
  callFunction(request: CallFunctionRequest, context?: CallContext): Promise<FunctionAnswer>;
  identitySchemas(context?: CallContext): Promise<IdentitySchemasAnswer>;
  validateEphemeral(request: TypeConfig, context?: CallContext): Promise<Answer>;
  openEphemeral(request: TypeConfig, context?: CallContext): Promise<OpenAnswer>;
  renewEphemeral(request: OpenedEphemeral, context?: CallContext): Promise<RenewAnswer>;
  closeEphemeral(request: OpenedEphemeral, context?: CallContext): Promise<Answer>;
  /** Returns a configuration that fits a state. Only if the provider has the capability `generateResourceConfig`. */
  generateConfiguration(request: GenerateRequest, context?: CallContext): Promise<ConfigurationAnswer>;
  /** Asks the provider to end all calls soon. Returns the message of a provider that could not. */
  stop(context?: CallContext): Promise<{ readonly error: string | undefined }>;
}

/** The circumstances of one call. */
export interface CallContext {
  /** Cancels the call. The provider may have carried it out nevertheless. */
  readonly signal?: AbortSignal | undefined;
  readonly deadlineMs?: number | undefined;
  /** The resource that the call is for. */
  readonly urn?: string | undefined;
  /** Receives the log lines of the provider that certainly belong to this call. */
  readonly onLog?: ((line: ProviderLog) => void) | undefined;
}

/** A line of a provider's log. */
export interface ProviderLog {
  readonly level: LogLevel;
  readonly text: string;
  /** The Terraform type and the call that the line names. */
  readonly resourceType?: string | undefined;
  readonly rpc?: string | undefined;
  /** Further members of a structured line. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export type LogLevel = "trace" | "debug" | "info" | "warn" | "error";

/** An encoded value; an empty object if the provider sent none. */
export interface DynamicBytes {
  readonly msgpack?: Uint8Array | undefined;
  readonly json?: Uint8Array | undefined;
}

export interface ProviderDiagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  readonly path?: CtyPath | undefined;
}

export interface Answer {
  readonly diagnostics: readonly ProviderDiagnostic[];
}

/** The reason why a provider put off a call. Coconut does not offer to defer, so a provider should not. */
export type DeferredReason =
  | "unknown"
  | "resource-config-unknown"
  | "provider-config-unknown"
  | "absent-prerequisite";

export interface MayDefer {
  readonly deferred?: DeferredReason | undefined;
}

export interface SchemaAnswer extends Answer {
  /** Incomplete if there are errors. */
  readonly schema: ProviderSchema;
}

export interface MetadataAnswer extends Answer {
  readonly capabilities: ServerCapabilities;
  readonly resources: readonly string[];
  readonly dataSources: readonly string[];
  readonly ephemeral: readonly string[];
  readonly functions: readonly string[];
}

export interface ProviderConfig {
  readonly config: DynamicBytes;
}

export interface ConfigureRequest extends ProviderConfig {
  /** The version of Terraform that the provider is told. */
  readonly terraformVersion: string;
}

export interface TypeConfig {
  readonly type: string;
  readonly config: DynamicBytes;
}

export interface UpgradeRequest {
  readonly type: string;
  /** The schema version of `json`. */
  readonly version: number;
  readonly json: Uint8Array;
}

export interface StateAnswer extends Answer {
  readonly state: DynamicBytes;
}

export interface IdentityAnswer extends Answer {
  readonly identity: DynamicBytes | undefined;
}

export interface ReadRequest {
  readonly type: string;
  readonly state: DynamicBytes;
  readonly private?: Uint8Array | undefined;
  readonly identity?: DynamicBytes | undefined;
}

/** A state together with the data that a provider keeps with it. */
export interface ReadAnswer extends StateAnswer, MayDefer {
  readonly private: Uint8Array;
  readonly identity: DynamicBytes | undefined;
}

export interface PlanRequest {
  readonly type: string;
  readonly prior: DynamicBytes;
  readonly proposed: DynamicBytes;
  readonly config: DynamicBytes;
  readonly priorPrivate?: Uint8Array | undefined;
  readonly priorIdentity?: DynamicBytes | undefined;
}

export interface PlanAnswer extends Answer, MayDefer {
  readonly planned: DynamicBytes;
  readonly requiresReplace: readonly CtyPath[];
  readonly plannedPrivate: Uint8Array;
  readonly plannedIdentity: DynamicBytes | undefined;
  /** The provider's SDK cannot follow the rules for planned values; see `change/`. */
  readonly isLegacy: boolean;
}

export interface ApplyRequest {
  readonly type: string;
  readonly prior: DynamicBytes;
  readonly planned: DynamicBytes;
  readonly config: DynamicBytes;
  readonly plannedPrivate?: Uint8Array | undefined;
  readonly plannedIdentity?: DynamicBytes | undefined;
}

export interface ApplyAnswer extends StateAnswer {
  readonly private: Uint8Array;
  readonly identity: DynamicBytes | undefined;
  readonly isLegacy: boolean;
}

/** Names an object by its id or by its identity. */
export type ImportRequest =
  | { readonly type: string; readonly id: string }
  | { readonly type: string; readonly identity: DynamicBytes };

export interface ImportAnswer extends Answer, MayDefer {
  readonly imported: readonly ImportedResource[];
}

export interface ImportedResource {
  readonly type: string;
  readonly state: DynamicBytes;
  readonly private: Uint8Array;
  readonly identity: DynamicBytes | undefined;
}

export interface FunctionsAnswer extends Answer {
  readonly functions: ReadonlyMap<string, FunctionSignature>;
}

export interface CallFunctionRequest {
  readonly name: string;
  readonly arguments: readonly DynamicBytes[];
}

export interface FunctionAnswer extends Answer {
  readonly result: DynamicBytes;
  /** The index of the argument that an error is about. */
  readonly argument?: number | undefined;
}

export interface IdentitySchemasAnswer extends Answer {
  readonly schemas: ReadonlyMap<string, IdentitySchema>;
}

export interface GenerateRequest {
  readonly type: string;
  readonly state: DynamicBytes;
}

export interface ConfigurationAnswer extends Answer {
  readonly config: DynamicBytes;
}

export interface OpenedEphemeral {
  readonly type: string;
  readonly private?: Uint8Array | undefined;
}

export interface RenewAnswer extends Answer {
  readonly private: Uint8Array;
  /** The time at which it must be renewed, in milliseconds since 1970; undefined if it need not be. */
  readonly renewAt: number | undefined;
}

export interface OpenAnswer extends RenewAnswer, MayDefer {
  readonly result: DynamicBytes;
}
