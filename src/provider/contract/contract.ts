import type {
  AssetAccess,
  Diagnostic,
  Planned,
  PlannedDelete,
  RunningProcess,
  Stored,
  ValueObject,
} from "../../model/index.js";
import type { ConstructComponent } from "../../sdk/internal.js";
import type { AtOnce } from "../../std/index.js";
import type { ConfigurationIdentity, LogLine, Stats } from "../hook-calls.js";

export type { ConfigurationIdentity };

/**
 * What the engine asks of a package: one interface under resource types written in TypeScript and under plugins
 * of other ecosystems. Its centre is `plan`, which says what would happen without touching the world. What is asked may be
 * answered at once; what changes something takes its time.
 */
export interface ProviderPackage {
  readonly name: string;
  readonly version: string;
  /** How many calls one configuration bears at the same time; as many as the run makes unless said. */
  readonly callsAtOnce?: number | undefined;
  /** The settings that a configuration can have, as far as it says so beforehand. */
  readonly configFields?: readonly string[] | undefined;
  /** The resource types that it implements. */
  implements(type: string): boolean;
  /** The input that names an object of the type in the whole world, if the type has one. */
  globalId?(type: string): string | undefined;
  /** The inputs whose change replaces an object of the type, as far as the type says so beforehand. */
  replaceFields?(type: string): readonly string[];
  /**
   * Whether an id of the type stands for one object: no two that exist have the same. False unless said: only then is a
   * delete held back because another resource has an object with that id.
   */
  hasUniqueIds?(type: string): boolean;
  /**
   * Whether two spellings of an input field mean the same to the type; asked only where they differ. Throws a
   * DiagnosticError if the type's own comparison fails. Needs no configuration.
   */
  isEquivalent(request: EquivalenceRequest): boolean;
  /**
   * Whether everything that a function returns is ephemeral. Asked where the function cannot be called yet, so that its
   * unknown answer has the mark too. Packages that cannot tell beforehand leave it out and mark what they return.
   */
  isEphemeral?(token: string): boolean;
  /**
   * Returns the function that makes components of a type, if that needs no configuration; rejected for types that it has no
   * components of. Packages without it make components with a configured provider.
   */
  constructorOf?(type: string): ConstructComponent | Rejected;
  /** The version that it stores of the type now: what has it needs no upgrade. */
  schemaVersion?(type: string): number | undefined;
  /** Brings what an older version stored up to date. Needs no configuration. */
  upgrade(call: ProviderCall, stored: Stored): AtOnce<Stored | Rejected>;
  /**
   * Decodes a configuration. `replaces` says that objects made with the prior one cannot be kept. Ephemeral settings stay
   * marked in the answer. In a prior configuration their content is unknown.
   */
  checkConfig(
    call: ProviderCall,
    request: ConfigureRequest & { readonly prior?: ValueObject },
  ): AtOnce<{ readonly config: ValueObject; readonly replaces: boolean } | Rejected>;
  /**
   * Returns one instance per configuration. It lives until the end of the command and is closed then. While its
   * configuration holds unknowns, only `plan` may be called.
   */
  configure(call: ProviderCall, request: ConfigureRequest): AtOnce<ConfiguredProvider | Rejected>;
}

export interface ConfigureRequest {
  readonly config: ValueObject;
  readonly identity: ConfigurationIdentity;
}

/** Those that share it are together no more than so many at the same time. */
export interface Lane {
  readonly width: number;
}

export interface ConfiguredProvider {
  /** For the engine: where its package bears only so many calls at the same time. */
  readonly lane?: Lane | undefined;
  /** False while its configuration holds unknowns. */
  readonly ready: boolean;
  /** No effect on the world. Asked at plan, and again at apply where something was unknown. */
  plan(call: ProviderCall, request: PlanRequest): AtOnce<Planned | Rejected>;
  /** The checks that have to pass before a create, an update or the create side of a replacement. */
  validate(call: ProviderCall, request: ValidateRequest): AtOnce<readonly Diagnostic[]>;
  create(call: ProviderCall, request: CreateRequest): Promise<Outcome>;
  update(call: ProviderCall, request: UpdateRequest): Promise<Outcome>;
  /**
   * Plans the delete of an object, without an effect. A rejection fails the resource in the plan. Packages without it
   * delete without a plan.
   */
  planDelete?(
    call: ProviderCall,
    request: { readonly prior: Stored; readonly observed?: Stored | undefined },
  ): AtOnce<PlannedDelete | Rejected>;
  /** An object that is not there any more is a success. */
  delete(call: ProviderCall, request: DeleteRequest): Promise<Outcome>;
  read(call: ProviderCall, request: ReadRequest): AtOnce<Found | Absent | Rejected>;
  /** How long after a change its service may still answer as before; not at all unless said. */
  settlesWithinMs?(type: string): number;
  /** How long after its sender died a create may still take effect; not at all unless said. Asked of types that can find. */
  lateWithinMs?(type: string): number;
  /** Whether `plan` would find drift in what was read; asked only where that differs from the baseline. */
  hasDrifted?(request: DriftRequest): boolean;
  canLookUp(type: string): boolean;
  /** Finds an object by its id alone; rejected by types that cannot. */
  lookup(
    call: ProviderCall,
    request: {
      readonly type: string;
      readonly id: string;
      /** The inputs that the program gives with the id, as far as they are known. */
      readonly inputs?: ValueObject | undefined;
    },
  ): AtOnce<Found | Absent | Rejected>;
  /** Whether `find` can say what became of a create that was cut off, of some objects at least. */
  canFind(type: string): boolean;
  find(call: ProviderCall, request: FindRequest): AtOnce<readonly Found[] | Untold | Rejected>;
  /** What the object logs, oldest first; undefined for types that cannot say. Failures are thrown as a DiagnosticError. */
  logs?(call: ProviderCall, request: LogsRequest): AsyncIterable<LogLine> | undefined;
  stats?(call: ProviderCall, request: { readonly prior: Stored }): AtOnce<Stats | Rejected> | undefined;
  /** What a function of the package answers. No effect on the world. */
  invoke?(call: ProviderCall, request: InvokeRequest): AtOnce<Returned | Rejected>;
  /**
   * Returns the function that makes components of a type. Called while the program runs, so only with a configuration
   * that is known then.
   */
  constructorOf?(type: string): ConstructComponent | Rejected;
  /**
   * Answers a method of an object, of a component of the package, or of the configuration itself. No effect on the world.
   */
  call?(call: ProviderCall, request: MethodRequest): AtOnce<Returned | Rejected>;
  close(): Promise<void>;
}

export interface ProviderCall {
  readonly phase: "plan" | "apply";
  readonly urn?: string | undefined;
  /** Aborted when the user cancels for the second time, or the time for the call is over. */
  readonly signal: AbortSignal;
  /** How long it may take, where its resource says so; else as long as all of its kind. */
  readonly timeoutMs?: number | undefined;
  readonly report: (message: ProviderMessage) => void;
  /** How the project lets assets be read. */
  readonly assets?: AssetAccess | undefined;
  /** For the engine: waits before a question is asked again, and lets others have their turn meanwhile. */
  readonly aside?: ((wait: () => Promise<void>) => Promise<void>) | undefined;
}

/** Makes the calls for resources. */
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
   * What the program asks for; may hold unknowns. Ephemeral parts must not be in the planned inputs: Coconut refuses the
   * resource if they are, or if the plan does not say `unrecorded`.
   */
  readonly inputs: ValueObject;
  readonly prior?: Stored | undefined;
  /** For `create`: the object that the new one replaces. It only tells what the plan shows as gone. */
  readonly replaces?: Stored | undefined;
  /** What the object last came to by a create or update; drift is what differs from it. */
  readonly baseline?: ValueObject | undefined;
  /** What reading found; absent where it was not read. */
  readonly observed?: Stored | undefined;
  /** The object is replaced whatever the answer says: the new one is planned, and checked, after it. */
  readonly isReplaced?: boolean;
  /** Property paths whose change replaces although the type does not say so. */
  readonly replaceOnChanges: readonly string[];
  /** Property paths whose change is not acted on. */
  readonly ignoreChanges: readonly string[];
  /**
   * Returns 32 bytes as hexadecimal text, for whatever a provider draws by chance, such as names. They depend on the key
   * of the stack, the URN and the generation of the object alone, so plan, apply and a plan file see the same ones.
   * Absent where no object is to be made or changed after the answer.
   */
  readonly seed?: (() => string) | undefined;
}

export interface EquivalenceRequest {
  readonly type: string;
  readonly field: string;
  readonly before: ValueObject;
  readonly after: ValueObject;
}

export interface ValidateRequest {
  readonly type: string;
  /** As planned: decoded, and known. */
  readonly inputs: ValueObject;
  readonly prior?: Stored | undefined;
}

/** What a create, an update and a delete have in common. */
export interface ChangeRequest {
  readonly key: string;
  /**
   * To be called when the call has started a process that may outlive the run, and before that process changes anything.
   * Resolves when it is durable. A later call replaces the process that was recorded before. Absent where nothing is
   * recorded.
   */
  readonly running?: (process: RunningProcess) => Promise<void>;
}

export interface CreateRequest extends ChangeRequest {
  readonly type: string;
  readonly planned: Planned;
  /**
   * The inputs as the program gives them now, write-only ones included. Coconut never records them. Absent where a create
   * that was cut off is repeated from state, which is not done if its plan says `unrecorded` or has bytes of its own.
   */
  readonly asked?: ValueObject | undefined;
  /** To be called as soon as the id is known; resolves when it is durable. */
  readonly identified: (id: string) => Promise<void>;
}

export interface ReadRequest {
  readonly prior: Stored;
  /** A delete of it was cut off: that it is seen may be an answer of before. */
  readonly mayBeGone?: boolean;
  /** What its last create or update came to; given where a read that differs from it counts as drift. */
  readonly baseline?: ValueObject;
  /** When that was, in ISO 8601; undefined if state does not know. */
  readonly changedAt?: string | undefined;
}

export interface DriftRequest {
  readonly prior: Stored;
  readonly baseline: ValueObject;
  readonly observed: Stored;
}

export interface UpdateRequest extends ChangeRequest {
  readonly prior: Stored;
  /** What the object last came to by a create or update; what state holds, if absent. */
  readonly baseline?: ValueObject;
  readonly observed?: Stored;
  readonly planned: Planned;
  /** The inputs as the program gives them now, write-only ones included. Coconut never records them. */
  readonly asked: ValueObject;
}

export interface DeleteRequest extends ChangeRequest {
  readonly prior: Stored;
  /** What `planDelete` returned. */
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
  /** As the program gives them, all known. */
  readonly inputs: ValueObject;
}

export interface MethodRequest {
  readonly type: string;
  /** As the program calls it. */
  readonly method: string;
  /** The whole name of the method: `cloud:index:Bucket/link`, or what the program calls it if that is a whole name. */
  readonly token: string;
  /** What state holds of the object or component; for a configuration, its settings as inputs. */
  readonly prior: Stored;
  readonly inputs: ValueObject;
}

export interface Returned {
  readonly kind: "returned";
  /**
   * Those that are secret or ephemeral are marked. A plan file holds no ephemeral value: when it is applied, a question with
   * one in its answer is asked again.
   */
  readonly outputs: ValueObject;
}

export interface FindRequest {
  readonly type: string;
  readonly key: string;
  readonly inputs: ValueObject;
  /** For the engine: how long to look again while nothing is found, because the create may still take effect. */
  readonly lateMs?: number;
}

export interface Found {
  readonly kind: "found";
  readonly stored: Stored;
}

/** A positive "not found" only: never a timeout, a refusal or an error of the other side. */
export interface Absent {
  readonly kind: "absent";
}

/** Nobody can say by asking what became of a create that was cut off. */
export interface Untold {
  readonly kind: "untold";
}

export interface Rejected {
  readonly kind: "rejected";
  readonly diagnostics: readonly Diagnostic[];
}

export type Outcome =
  | { readonly kind: "ok"; readonly stored: Stored }
  /** It exists, and is not complete. */
  | { readonly kind: "unfinished"; readonly stored: Stored; readonly diagnostics: readonly Diagnostic[] }
  /** Certain: nothing happened. `isRetryable`: another call with the same key may succeed. */
  | {
      readonly kind: "failed";
      readonly diagnostics: readonly Diagnostic[];
      readonly isRetryable?: boolean;
    }
  /** It may have happened: to be settled before anything else is done to the object. */
  | { readonly kind: "uncertain"; readonly diagnostics: readonly Diagnostic[] };
