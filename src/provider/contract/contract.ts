import type {
  AssetAccess,
  Diagnostic,
  Planned,
  PlannedDelete,
  RunningProcess,
  Stored,
  ValueObject,
  ClassCode,
} from "../../model/index.js";
import type { ConstructComponent } from "../../sdk/internal.js";
import type { AtOnce } from "../../std/index.js";
import type { ForeignRecord } from "./foreign-state.js";
import type { ConfigurationIdentity, LogLine, Stats } from "../hook-calls.js";

export type { ConfigurationIdentity };

/**
 * A package, as the engine uses it: one interface for resource types in TypeScript and for plugins of other ecosystems.
 * Its central method is `plan`, which returns what would happen without changing anything. Methods that change nothing
 * may return synchronously; methods that change objects return promises.
 */
export interface ProviderPackage {
  readonly name: string;
  readonly version: string;
  /** Maximum number of concurrent calls to one configured provider; undefined for no limit. */
  readonly callsAtOnce?: number | undefined;
  /** The names of the configuration values; undefined if the package does not declare them. */
  readonly configFields?: readonly string[] | undefined;
  /** Returns whether the package implements a resource type. */
  implements(type: string): boolean;
  /** Returns the input that identifies an object of the type globally, if there is one. */
  globalId?(type: string): string | undefined;
  /** Returns the inputs whose change replaces an object, as far as the type declares them. */
  replaceFields?(type: string): readonly string[];
  /**
   * Returns whether ids of the type are unique among existing objects. Default: false. Only if true, an object is not
   * deleted while another resource has an object with the same id.
   */
  hasUniqueIds?(type: string): boolean;
  /**
   * Returns whether two different spellings of an input mean the same to the type. Throws a DiagnosticError if the
   * type's own comparison fails. Needs no configuration.
   */
  isEquivalent(request: EquivalenceRequest): boolean;
  /**
   * True if every result of a function is ephemeral. Asked while the function cannot be called yet, so that its unknown result
   * has the mark too. Packages that cannot tell beforehand omit it and mark their results.
   */
  isEphemeral?(token: string): boolean;
  /**
   * Returns the function that creates components of a type, if that needs no configuration. Rejected for types that are
   * not components. Packages without this method create components with a configured provider.
   */
  constructorOf?(type: string): ConstructComponent | Rejected;
  /**
   * Returns how programs import the class of a type, for code that `coco import` prints. Packages whose classes are in the
   * module of their record omit it; undefined means that programs define the class themselves.
   */
  classOf?(type: string): ClassCode | undefined;
  /** Returns the current schema version of the type. State with this version needs no upgrade. */
  schemaVersion?(type: string): number | undefined;
  /** Upgrades the state that an older version recorded. Needs no configuration. */
  upgrade(call: ProviderCall, stored: Stored): AtOnce<Stored | Rejected>;
  /**
   * Decodes a configuration. `replaces` is true if objects created with the prior configuration must be replaced. Ephemeral
   * values stay marked in the result. In a prior configuration their content is unknown.
   */
  checkConfig(
    call: ProviderCall,
    request: ConfigureRequest & { readonly prior?: ValueObject },
  ): AtOnce<{ readonly config: ValueObject; readonly replaces: boolean } | Rejected>;
  /**
   * Returns one instance per configuration, which is closed at the end of the command. While the configuration contains
   * unknowns, only `plan` may be called.
   */
  configure(call: ProviderCall, request: ConfigureRequest): AtOnce<ConfiguredProvider | Rejected>;
}

export interface ConfigureRequest {
  readonly config: ValueObject;
  readonly identity: ConfigurationIdentity;
}

/** A concurrency limit shared by several calls: at most `width` of them run concurrently. */
export interface Lane {
  readonly width: number;
}

export interface ConfiguredProvider {
  /** For the engine: the concurrency limit of the package. */
  readonly lane?: Lane | undefined;
  /** False while the configuration contains unknowns. */
  readonly ready: boolean;
  /**
   * Plans a create or update, without effects. Called during planning, and again during apply if something was unknown.
   */
  plan(call: ProviderCall, request: PlanRequest): AtOnce<Planned | Rejected>;
  /** Runs the checks that must pass before a create, an update or the create part of a replacement. */
  validate(call: ProviderCall, request: ValidateRequest): AtOnce<readonly Diagnostic[]>;
  create(call: ProviderCall, request: CreateRequest): Promise<Outcome>;
  update(call: ProviderCall, request: UpdateRequest): Promise<Outcome>;
  /**
   * Plans the delete of an object, without effects. A rejection fails the resource in the plan. Without this method,
   * every delete is allowed.
   */
  planDelete?(
    call: ProviderCall,
    request: { readonly prior: Stored; readonly observed?: Stored | undefined },
  ): AtOnce<PlannedDelete | Rejected>;
  /** Deletes an object. Succeeds if it no longer exists. */
  delete(call: ProviderCall, request: DeleteRequest): Promise<Outcome>;
  read(call: ProviderCall, request: ReadRequest): AtOnce<Found | Absent | Rejected>;
  /** Returns the time after a change during which the service may return stale data. Default: 0. */
  settlesWithinMs?(type: string): number;
  /**
   * Returns the time after a crash during which a create may still take effect. Default: 0. Only called for types with
   * `find`.
   */
  lateWithinMs?(type: string): number;
  /** Returns whether `plan` would report drift. Only called if the observed outputs differ from the baseline. */
  hasDrifted?(request: DriftRequest): boolean;
  canLookUp(type: string): boolean;
  /** Finds an object by its id. Rejected for types that do not support it. */
  lookup(
    call: ProviderCall,
    request: {
      readonly type: string;
      readonly id: string;
      /** The known inputs from the program. */
      readonly inputs?: ValueObject | undefined;
    },
  ): AtOnce<Found | Absent | Rejected>;
  /**
   * Finds the object that another tool has recorded, without changing it. The inputs in the answer are everything that can be
   * set. Only packages of kinds that read state files of other tools have it.
   */
  adopt?(call: ProviderCall, request: AdoptRequest): AtOnce<Found | Absent | Rejected>;
  /** Returns whether `find` can resolve interrupted creates, at least for some objects. */
  canFind(type: string): boolean;
  find(call: ProviderCall, request: FindRequest): AtOnce<readonly Found[] | Untold | Rejected>;
  /**
   * Yields the log lines of the object, oldest first; undefined for types without logs. Throws a DiagnosticError on
   * failure.
   */
  logs?(call: ProviderCall, request: LogsRequest): AsyncIterable<LogLine> | undefined;
  stats?(call: ProviderCall, request: { readonly prior: Stored }): AtOnce<Stats | Rejected> | undefined;
  /** Calls a function of the package. Has no effects. */
  invoke?(call: ProviderCall, request: InvokeRequest): AtOnce<Returned | Rejected>;
  /**
   * Returns the function that creates components of a type. Called while the program runs, so only with a configuration
   * that is already known.
   */
  constructorOf?(type: string): ConstructComponent | Rejected;
  /**
   * Calls a method of an object, of a component of the package, or of the configuration itself. Has no effects.
   */
  call?(call: ProviderCall, request: MethodRequest): AtOnce<Returned | Rejected>;
  close(): Promise<void>;
}

export interface ProviderCall {
  readonly phase: "plan" | "apply";
  readonly urn?: string | undefined;
  /** Aborted when the user cancels for the second time, or the call times out. */
  readonly signal: AbortSignal;
  /** The timeout of the resource; undefined for the default of this kind of call. */
  readonly timeoutMs?: number | undefined;
  readonly report: (message: ProviderMessage) => void;
  /** The project's access rules for assets. */
  readonly assets?: AssetAccess | undefined;
  /** For the engine: waits before a call is repeated, and frees its concurrency slot in the meantime. */
  readonly aside?: ((wait: () => Promise<void>) => Promise<void>) | undefined;
}

/** Creates the call context of a resource. */
export type CallOf = (
  urn: string,
  timeoutMs?: ProviderCall["timeoutMs"],
  aside?: ProviderCall["aside"],
) => ProviderCall;

export interface ProviderMessage {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly text: string;
}

export interface PlanRequest {
  readonly mode: "create" | "update";
  readonly type: string;
  /**
   * The inputs from the program. May contain unknowns. Ephemeral parts must not be in the planned inputs: Coconut refuses the
   * resource if they are, or if the plan does not say `unrecorded`.
   */
  readonly inputs: ValueObject;
  readonly prior?: Stored | undefined;
  /** For `create`: the object that the new one replaces. Only affects what the plan shows as removed. */
  readonly replaces?: Stored | undefined;
  /** The outputs of the last create or update. Drift is a difference from them. */
  readonly baseline?: ValueObject | undefined;
  /** The result of `read`; absent if the object was not read. */
  readonly observed?: Stored | undefined;
  /** True if the object is replaced whatever the result is. The new object is planned and checked separately. */
  readonly isReplaced?: boolean;
  /** Additional property paths whose change replaces the object. */
  readonly replaceOnChanges: readonly string[];
  /** Property paths whose changes are ignored. */
  readonly ignoreChanges: readonly string[];
  /** The timeouts of the resource, for packages whose objects record them. */
  readonly timeouts?: Timeouts | undefined;
  /**
   * Returns 32 bytes as hexadecimal text, for random values such as names. They only depend on the key of the stack,
   * the URN and the generation of the object, so plan, apply and a plan file get the same bytes. Absent if no object is
   * created or updated afterwards.
   */
  readonly seed?: (() => string) | undefined;
}

/** The timeouts of the operations on a resource; undefined for the default. */
export interface Timeouts {
  readonly create?: number | undefined;
  readonly update?: number | undefined;
  readonly delete?: number | undefined;
}

export interface EquivalenceRequest {
  readonly type: string;
  readonly field: string;
  readonly before: ValueObject;
  readonly after: ValueObject;
}

export interface ValidateRequest {
  readonly type: string;
  /** The planned inputs: decoded and known. */
  readonly inputs: ValueObject;
  readonly prior?: Stored | undefined;
}

/** The common members of create, update and delete requests. */
export interface ChangeRequest {
  readonly key: string;
  /**
   * Records a process that the call has started and that may outlive the run. Must be called before the process changes
   * anything. Resolves when the record is durable. A later call replaces the record. Absent if nothing is recorded.
   */
  readonly running?: (process: RunningProcess) => Promise<void>;
}

export interface CreateRequest extends ChangeRequest {
  readonly type: string;
  readonly planned: Planned;
  /**
   * The current inputs from the program, including write-only ones. Never recorded. Absent if an interrupted create is
   * repeated from state, which is not done if its plan is `unrecorded` or contains provider-specific bytes.
   */
  readonly asked?: ValueObject | undefined;
  /** Must be called as soon as the id is known. Resolves when the id is durable. */
  readonly identified: (id: string) => Promise<void>;
}

export interface ReadRequest {
  readonly prior: Stored;
  /** True if a delete of the object was interrupted: a read that finds it may be stale. */
  readonly mayBeGone?: boolean;
  /** The outputs of the last create or update, if a read that differs from them counts as drift. */
  readonly baseline?: ValueObject;
  /** The time of that change in ISO 8601; undefined if state does not record it. */
  readonly changedAt?: string | undefined;
}

export interface AdoptRequest {
  readonly type: string;
  readonly recorded: ForeignRecord;
}

export interface DriftRequest {
  readonly prior: Stored;
  readonly baseline: ValueObject;
  readonly observed: Stored;
}

export interface UpdateRequest extends ChangeRequest {
  readonly prior: Stored;
  /** The outputs of the last create or update. Default: the recorded outputs. */
  readonly baseline?: ValueObject;
  readonly observed?: Stored;
  readonly planned: Planned;
  /** The current inputs from the program, including write-only ones. Never recorded. */
  readonly asked: ValueObject;
}

export interface DeleteRequest extends ChangeRequest {
  readonly prior: Stored;
  /** The result of `planDelete`. */
  readonly planned?: PlannedDelete | undefined;
}

export interface LogsRequest {
  readonly prior: Stored;
  readonly since?: Date;
  readonly follow: boolean;
}

export interface InvokeRequest {
  /** `disk:fs:stat` */
  readonly token: string;
  /** The inputs from the program, all known. */
  readonly inputs: ValueObject;
}

export interface MethodRequest {
  readonly type: string;
  /** The name that the program uses. */
  readonly method: string;
  /** The full name of the method: `cloud:index:Bucket/link`, or the name that the program uses if that is a full name. */
  readonly token: string;
  /** The recorded state of the object or component; for a configuration, its values as inputs. */
  readonly prior: Stored;
  readonly inputs: ValueObject;
}

export interface Returned {
  readonly kind: "returned";
  /**
   * The outputs, with secret and ephemeral parts marked. A plan file contains no ephemeral value: when it is applied, a call
   * whose result had one is made again.
   */
  readonly outputs: ValueObject;
}

export interface FindRequest {
  readonly type: string;
  readonly key: string;
  readonly inputs: ValueObject;
  /** For the engine: how long to repeat the call while nothing is found, because the create may still take effect. */
  readonly lateMs?: number;
}

export interface Found {
  readonly kind: "found";
  readonly stored: Stored;
}

/** The object certainly does not exist. Never the result of a timeout, a denied request or an error of the service. */
export interface Absent {
  readonly kind: "absent";
}

/** The provider cannot find out whether an interrupted create took effect. */
export interface Untold {
  readonly kind: "untold";
}

export interface Rejected {
  readonly kind: "rejected";
  readonly diagnostics: readonly Diagnostic[];
}

export type Outcome =
  | { readonly kind: "ok"; readonly stored: Stored }
  /** The object exists, but is incomplete. */
  | { readonly kind: "unfinished"; readonly stored: Stored; readonly diagnostics: readonly Diagnostic[] }
  /** Nothing happened. `isRetryable`: another call with the same key may succeed. */
  | {
      readonly kind: "failed";
      readonly diagnostics: readonly Diagnostic[];
      readonly isRetryable?: boolean;
    }
  /** It may have happened. The engine must resolve this before it does anything else to the object. */
  | { readonly kind: "uncertain"; readonly diagnostics: readonly Diagnostic[] };
