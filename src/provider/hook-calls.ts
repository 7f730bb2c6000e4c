import type { AssetAccess, Unknown } from "../model/index.js";

/** What every hook is given beside its own arguments. */
export interface Call<Config, Client> {
  /** The provider's configuration, decoded. */
  readonly config: Config;
  /** What `connect` made of the configuration; one for all calls. */
  readonly client: Client;
  /** Aborted when the user cancels or the time for the call is over. */
  readonly signal: AbortSignal;
  /** How the project lets assets be read: `readAsset(inputs.source, assets)` of `@coconut/coconut/asset`. */
  readonly assets: AssetAccess & { readonly signal: AbortSignal };
  /** Messages to the user, shown with the resource. */
  readonly log: Log;
}

/** Tells one configuration of a package from the others of the stack. */
export interface ConfigurationIdentity {
  /** The URN of the provider resource. The default configuration has the one that an export of the stack gives it. */
  readonly urn: string;
  readonly name: string;
  /** A UUID that is made from the URN, so it is the same in every command. */
  readonly id: string;
  readonly project: string;
  readonly stack: string;
}

export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** What is recorded of an object: the inputs and outputs of the last create or update. */
export interface Prior<Inputs, Outputs> {
  readonly inputs: Inputs;
  readonly outputs: Outputs;
}

/** What hooks that change something are given. */
export interface ChangeCall {
  /**
   * Records a process that the hook has started and that may outlive the run, such as a script. `leader` is the id of a
   * process that leads a group of its own (`detached`), and must not change anything before the promise resolves. After a
   * crash, the next run waits until no process of the group is left, at most until the deadline of the call, and then ends
   * the group, before it does anything else to the resource. One group at a time: a second call replaces the first.
   */
  readonly running: (leader: number) => Promise<void>;
}

export interface CreateCall<Inputs, Config, Client> extends Call<Config, Client>, ChangeCall {
  /** Write-only ones included. */
  readonly inputs: Inputs;
  /** Whether there is a secret in an input, as in every write-only one. Hooks see what it is; nothing else that a provider writes should hold it. */
  readonly isSecret: (field: keyof Inputs & string) => boolean;
  /** The same for every attempt at this create, and for no other; `find` is asked with it after a crash. */
  readonly idempotencyKey: string;
  /** Tells the id before the create is complete, so that a crash cannot lose the object. Resolves when it is safe. */
  readonly identified: (id: string) => Promise<void>;
}

export interface ReadCall<Inputs, Outputs, Config, Client> extends Call<Config, Client> {
  readonly id: string;
  readonly prior: Prior<Inputs, Outputs>;
}

export interface UpdateCall<Inputs, Outputs, Config, Client, AllInputs = Inputs>
  extends Call<Config, Client>, ChangeCall {
  readonly id: string;
  /** What the object must come to, whatever moved; write-only inputs included. */
  readonly inputs: AllInputs;
  /** Whether there is a secret in an input; see `CreateCall`. */
  readonly isSecret: (field: keyof AllInputs & string) => boolean;
  /** `observed` is what the plan's read found. */
  readonly prior: Prior<Inputs, Outputs> & { readonly observed: Outputs };
  /** Whether an input differs from the recorded one; equivalent values do not. */
  readonly changed: (field: keyof Inputs & string) => boolean;
  /** Whether the world has another value than the recorded output. */
  readonly drifted: (field: keyof Outputs & string) => boolean;
  readonly idempotencyKey: string;
}

export interface DeleteCall<Inputs, Outputs, Config, Client>
  extends ReadCall<Inputs, Outputs, Config, Client>, ChangeCall {
  readonly idempotencyKey: string;
}

export interface PlanDeleteCall<Inputs, Outputs, Config, Client> extends ReadCall<
  Inputs,
  Outputs,
  Config,
  Client
> {
  /** What the plan's read found; what is recorded if it was not read. */
  readonly observed: Outputs;
}

export interface LookupCall<Config, Client> extends Call<Config, Client> {
  readonly id: string;
}

export interface FindCall<Inputs, Config, Client> extends Call<Config, Client> {
  /** The key that the lost create was given. */
  readonly idempotencyKey: string;
  readonly inputs: Inputs;
}

export interface ValidateCall<Inputs, Outputs, Config, Client> extends Call<Config, Client> {
  readonly inputs: Inputs;
  /** Absent for an object that does not exist yet. */
  readonly prior: Prior<Inputs, Outputs> | undefined;
}

export type ModifyPlanCall<Inputs, Outputs, Config, Client> = Call<Config, Client> & {
  /** A field that is known after apply, wholly or in part, is an `Unknown`; see `isUnknown`. */
  readonly inputs: { readonly [Field in keyof Inputs]: Inputs[Field] | Unknown };
  readonly change: (field: keyof Inputs & string) => InputChange;
  /**
   * Returns 32 bytes as hexadecimal text, for whatever is drawn by chance, such as names. They are the same in plan and
   * apply, and others for the next object of the resource.
   */
  readonly seed: () => string;
  /** Says that apply will compute this output anew: it is shown as known after apply, and dependents wait for it. */
  readonly unknown: (field: keyof Outputs & string) => void;
  /** Says that this change replaces the object, where `replaceOn` cannot know. A field that did not change replaces nothing. */
  readonly replace: (field: keyof Inputs & string) => void;
} & (
    | { readonly hasPriorState: true; readonly prior: Prior<Inputs, Outputs> }
    | { readonly hasPriorState: false; readonly prior: undefined }
  );

export interface PredictCall<Inputs, Outputs, Config, Client> extends Call<Config, Client> {
  /** A field that is known after apply, wholly or in part, is an `Unknown`; see `isUnknown`. */
  readonly inputs: { readonly [Field in keyof Inputs]: Inputs[Field] | Unknown };
  /** Absent for an object that does not exist yet. */
  readonly prior: Prior<Inputs, Outputs> | undefined;
}

/** `unknown`: the new value is known after apply. */
export type InputChange = "same" | "changed" | "unknown";

export interface MethodCall<Args, Inputs, Outputs, Config, Client> extends ReadCall<
  Inputs,
  Outputs,
  Config,
  Client
> {
  /** The arguments of the method. */
  readonly inputs: Args;
}

export interface LogsCall<Inputs, Outputs, Config, Client> extends ReadCall<Inputs, Outputs, Config, Client> {
  readonly since: Date | undefined;
  /** Whether to go on with what is logged from now on, until `signal` is aborted. */
  readonly follow: boolean;
}

export interface LogLine {
  readonly time: Date;
  readonly message: string;
  /** Where the object logs to several places: which of them. */
  readonly stream?: string | undefined;
}

/** What `stats` answers: numbers by name, with a unit where they have one. */
export type Stats = { readonly [name: string]: number | { readonly value: number; readonly unit: string } };

/** What `validate` found wrong, if possible with the field. */
export type Violation<Field extends string> =
  | string
  | { readonly field?: Field | undefined; readonly message: string };

/** State of an older version of a resource type. Its fields are those of then, so nothing is known of their types. */
export interface StoredFields {
  readonly inputs: { readonly [field: string]: unknown };
  readonly outputs: { readonly [field: string]: unknown };
}
