import type { AssetAccess, Unknown } from "../model/index.js";

/** The arguments that every hook gets. */
export interface Call<Config, Client> {
  /** The provider's configuration, decoded. */
  readonly config: Config;
  /** The result of `connect`, shared by all calls. */
  readonly client: Client;
  /** Aborted when the user cancels or the call times out. */
  readonly signal: AbortSignal;
  /** The project's access rules for assets: `readAsset(inputs.source, assets)` of `@coconut/coconut/asset`. */
  readonly assets: AssetAccess & { readonly signal: AbortSignal };
  /** Logs messages for the user, shown with the resource. */
  readonly log: Log;
}

/** Identifies one configuration of a package in the stack. */
export interface ConfigurationIdentity {
  /** The URN of the provider resource. For the default configuration, the URN that it has in an export of the stack. */
  readonly urn: string;
  readonly name: string;
  /** A UUID derived from the URN, so it is the same in every command. */
  readonly id: string;
  readonly project: string;
  readonly stack: string;
}

/** Messages of a hook to the user, by severity. */
export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** The recorded state of an object: the inputs and outputs of the last create or update. */
export interface Prior<Inputs, Outputs> {
  readonly inputs: Inputs;
  readonly outputs: Outputs;
}

/** The additional arguments of hooks that change objects. */
export interface ChangeCall {
  /**
   * Records a process that the hook started and that may outlive the run, such as a script. `leader` is the id of a
   * process that leads its own process group (`detached`). The process must not change anything before the promise
   * resolves. After a crash, the next run waits until all processes of the group have exited, at most until the
   * deadline of the call, and then terminates the group before it does anything else to the resource. A second call
   * replaces the first record.
   */
  readonly running: (leader: number) => Promise<void>;
}

/** The arguments of `create`. */
export interface CreateCall<Inputs, Config, Client> extends Call<Config, Client>, ChangeCall {
  /** The inputs, including write-only ones. */
  readonly inputs: Inputs;
  /**
   * Returns whether an input contains a secret. True for every write-only input. Do not store its value outside the
   * object.
   */
  readonly isSecret: (field: keyof Inputs & string) => boolean;
  /** The idempotency key: the same for every attempt at this create, and unique to it. `find` gets it after a crash. */
  readonly idempotencyKey: string;
  /**
   * Records the id before the create is complete, so that a crash cannot lose the object. Resolves when the id is
   * durable.
   */
  readonly identified: (id: string) => Promise<void>;
}

/** The arguments of `read`, and of all hooks for an existing object. */
export interface ReadCall<Inputs, Outputs, Config, Client> extends Call<Config, Client> {
  readonly id: string;
  readonly prior: Prior<Inputs, Outputs>;
}

/** The arguments of `update`. */
export interface UpdateCall<Inputs, Outputs, Config, Client, AllInputs = Inputs>
  extends Call<Config, Client>, ChangeCall {
  readonly id: string;
  /** The inputs that the object must have after the update, including write-only ones. */
  readonly inputs: AllInputs;
  /** Returns whether an input contains a secret; see `CreateCall`. */
  readonly isSecret: (field: keyof AllInputs & string) => boolean;
  /** `observed` are the outputs that `read` returned in the plan. */
  readonly prior: Prior<Inputs, Outputs> & { readonly observed: Outputs };
  /** Returns whether an input differs from the recorded one. Equivalent values do not differ. */
  readonly changed: (field: keyof Inputs & string) => boolean;
  /** Returns whether the real value of an output differs from the recorded one. */
  readonly drifted: (field: keyof Outputs & string) => boolean;
  readonly idempotencyKey: string;
}

/** The arguments of `delete`. */
export interface DeleteCall<Inputs, Outputs, Config, Client>
  extends ReadCall<Inputs, Outputs, Config, Client>, ChangeCall {
  readonly idempotencyKey: string;
}

/** The arguments of `planDelete`. */
export interface PlanDeleteCall<Inputs, Outputs, Config, Client> extends ReadCall<
  Inputs,
  Outputs,
  Config,
  Client
> {
  /** The outputs that `read` returned in the plan, or the recorded ones if the object was not read. */
  readonly observed: Outputs;
}

/** The arguments of `lookup`. */
export interface LookupCall<Config, Client> extends Call<Config, Client> {
  readonly id: string;
}

/** The arguments of `find`. */
export interface FindCall<Inputs, Config, Client> extends Call<Config, Client> {
  /** The idempotency key of the interrupted create. */
  readonly idempotencyKey: string;
  readonly inputs: Inputs;
}

/** The arguments of `validate`. */
export interface ValidateCall<Inputs, Outputs, Config, Client> extends Call<Config, Client> {
  readonly inputs: Inputs;
  /** Absent for an object that does not exist yet. */
  readonly prior: Prior<Inputs, Outputs> | undefined;
}

/** The arguments of `modifyPlan`. */
export type ModifyPlanCall<Inputs, Outputs, Config, Client> = Call<Config, Client> & {
  /** A field that is known after apply, wholly or in part, is an `Unknown`; see `isUnknown`. */
  readonly inputs: { readonly [Field in keyof Inputs]: Inputs[Field] | Unknown };
  readonly change: (field: keyof Inputs & string) => InputChange;
  /**
   * Returns 32 bytes as hexadecimal text, for random values such as names. Plan and apply get the same bytes. The next
   * object of the resource gets others.
   */
  readonly seed: () => string;
  /** Marks an output that apply will compute again: the plan shows it as known after apply, also to dependents. */
  readonly unknown: (field: keyof Outputs & string) => void;
  /** Declares that the change of this input replaces the object. Has no effect if the input did not change. */
  readonly replace: (field: keyof Inputs & string) => void;
} & (
    | { readonly hasPriorState: true; readonly prior: Prior<Inputs, Outputs> }
    | { readonly hasPriorState: false; readonly prior: undefined }
  );

/** The arguments of `predict`. */
export interface PredictCall<Inputs, Outputs, Config, Client> extends Call<Config, Client> {
  /** A field that is known after apply, wholly or in part, is an `Unknown`; see `isUnknown`. */
  readonly inputs: { readonly [Field in keyof Inputs]: Inputs[Field] | Unknown };
  /** Absent for an object that does not exist yet. */
  readonly prior: Prior<Inputs, Outputs> | undefined;
}

/** `unknown`: the new value is known after apply. */
export type InputChange = "same" | "changed" | "unknown";

/** The arguments of a method. */
export interface MethodCall<Args, Inputs, Outputs, Config, Client> extends ReadCall<
  Inputs,
  Outputs,
  Config,
  Client
> {
  /** The arguments of the method. */
  readonly inputs: Args;
}

/** The arguments of `logs`. */
export interface LogsCall<Inputs, Outputs, Config, Client> extends ReadCall<Inputs, Outputs, Config, Client> {
  readonly since: Date | undefined;
  /** Whether to continue with new lines until `signal` is aborted. */
  readonly follow: boolean;
}

/** A line that an object has logged. */
export interface LogLine {
  readonly time: Date;
  readonly message: string;
  /** The name of the log, if the object has several. */
  readonly stream?: string | undefined;
}

/** The result of `stats`: numbers by name, optionally with a unit. */
export type Stats = { readonly [name: string]: number | { readonly value: number; readonly unit: string } };

/** A problem that `validate` found, if possible with the field. */
export type Violation<Field extends string> =
  | string
  | { readonly field?: Field | undefined; readonly message: string };

/** The recorded state of an older version of a resource type. The types of its fields are unknown. */
export interface StoredFields {
  readonly inputs: { readonly [field: string]: unknown };
  readonly outputs: { readonly [field: string]: unknown };
}
