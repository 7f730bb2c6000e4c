import type { Constraint } from "./constraint.js";
import type {
  CreateCall,
  DeleteCall,
  FindCall,
  LogLine,
  LogsCall,
  LookupCall,
  ModifyPlanCall,
  PlanDeleteCall,
  PredictCall,
  ReadCall,
  Stats,
  StoredFields,
  UpdateCall,
  ValidateCall,
  Violation,
} from "./hook-calls.js";

/**
 * The hooks and options of a resource type. Inputs and Outputs are the decoded values that hooks get. GivenInputs and
 * GivenOutputs are the values that hooks return, before decoding. AllInputs also has the write-only inputs, which only
 * `create` and `update` get.
 */
export interface ResourceHooks<
  Inputs,
  GivenInputs,
  Outputs,
  GivenOutputs,
  Config,
  Client,
  AllInputs = Inputs,
> {
  /**
   * Creates the object and returns its id and outputs. An error means that nothing was created; after `identified`,
   * that the object exists but is incomplete. If the effect is unknown, throw an `UncertainError`. A `TypeError` or a
   * broken connection counts as one.
   */
  readonly create: (
    call: CreateCall<AllInputs, Config, Client>,
  ) => Promise<{ readonly id: string; readonly outputs: GivenOutputs }>;

  /**
   * Returns the current outputs; `null` only if the object certainly does not exist, in which case it is created again. A
   * result with a property `outputs` is the form that can correct the id.
   */
  readonly read: (
    call: ReadCall<Inputs, Outputs, Config, Client>,
  ) => Promise<GivenOutputs | { readonly id?: string; readonly outputs: GivenOutputs } | null>;

  /** Updates the object to `inputs`, after a change of inputs or drift. */
  readonly update: (call: UpdateCall<Inputs, Outputs, Config, Client, AllInputs>) => Promise<GivenOutputs>;

  /**
   * Throws to refuse the delete of an object before the user approves the plan: a bucket that is not empty, a protected
   * database. The plan shows the resource as failed with the error. Must not change anything.
   */
  readonly planDelete?: (call: PlanDeleteCall<Inputs, Outputs, Config, Client>) => Promise<void>;

  /** Deletes the object. Must succeed if it no longer exists. */
  readonly delete: (call: DeleteCall<Inputs, Outputs, Config, Client>) => Promise<unknown>;

  /** The inputs whose change replaces the object. Any other change updates it. */
  readonly replaceOn?: readonly (keyof Inputs & string)[];

  /** Finds an object that is not in state by its id. Required for import and adoption. */
  readonly lookup?: (
    call: LookupCall<Config, Client>,
  ) => Promise<{ readonly id?: string; readonly inputs: GivenInputs; readonly outputs: GivenOutputs } | null>;

  /**
   * Finds the objects that an interrupted create made. An empty list means that it certainly made nothing, and the
   * create is repeated. `null` means that the provider cannot find out, and the user has to resolve the create.
   */
  readonly find?: (
    call: FindCall<Inputs, Config, Client>,
  ) => Promise<readonly { readonly id: string; readonly outputs: GivenOutputs }[] | null>;

  /**
   * Checks inputs with the client or the configuration. Returns the problems, or nothing. Runs before a create, an
   * update and the create part of a replacement, and at plan time if everything is known.
   */
  readonly validate?: (
    call: ValidateCall<Inputs, Outputs, Config, Client>,
  ) => Promise<Violation<keyof Inputs & string> | readonly Violation<keyof Inputs & string>[] | void>;

  /** Checks over several inputs that need no client. */
  readonly constraints?: readonly Constraint<
    keyof AllInputs & string,
    { readonly [Field in keyof Required<AllInputs>]: AllInputs[Field] }
  >[];

  /** For inputs with several spellings of one value: returns whether `prior` and `current` mean the same. */
  readonly equivalent?: {
    readonly [Field in keyof Inputs]?: (
      prior: Inputs[Field],
      current: Inputs[Field],
      all: { readonly prior: Inputs; readonly current: Inputs },
    ) => boolean;
  };

  /** Declares, during planning, which outputs apply will compute again and which changes replace the object. */
  readonly modifyPlan?: (call: ModifyPlanCall<Inputs, Outputs, Config, Client>) => void;

  /**
   * Returns likely outputs of a create or an update. The plan shows them as predicted, and dependents are planned with
   * them. If a value turns out to be different, its dependents are planned again with the real value. A dependent that
   * then needs more than the plan showed is stopped.
   */
  readonly predict?: (
    call: PredictCall<Inputs, Outputs, Config, Client>,
  ) => Partial<GivenOutputs> | undefined | void;

  /** Outputs that change by themselves: a difference is not drift. */
  readonly volatile?: readonly (keyof Outputs & string)[];

  /** Outputs that may contain any argument of the hook: they are secret if any argument is. */
  readonly echoes?: readonly (keyof Outputs & string)[];

  /** Whether a replacement creates the new object before or after it deletes the old one. */
  readonly replaceOrder?: "create-first" | "delete-first";

  /** Whether the old and the new object can coexist even if no replacing input differs. */
  readonly coexists?: boolean;

  /**
   * Whether ids are unique among existing objects. Default: true. An object is then never deleted while another
   * resource has an object with the same id. Set it to `false` if ids are a hash of the content, a value or a constant.
   */
  readonly uniqueIds?: boolean;

  /**
   * The time in milliseconds after a create, update or delete during which `read`, `lookup` and `find` may return stale
   * data. Within this time, Coconut reads again before an absent object counts as gone or a difference as drift.
   * Default: 0, the first result counts.
   */
  readonly settlesWithinMs?: number;

  /**
   * The time in milliseconds after a crash during which a create request may still take effect, because it is in a
   * queue or a proxy. If `find` returns nothing for an interrupted create, Coconut calls it again until this time has
   * passed since the last sign of life of the interrupted run, and only then repeats the create. Default: 30 seconds
   * for types with `find`. Set it to 0 if a request cannot take effect after its sender is gone.
   */
  readonly lateWithinMs?: number;

  /** The input that identifies the object globally. */
  readonly globalId?: keyof Inputs & string;

  /** One migration per former schema version: the first upgrades version 1 to 2. */
  readonly migrations?: readonly ((stored: StoredFields) => StoredFields)[];

  /** Yields the log lines of the object, oldest first, for `coco logs`. */
  readonly logs?: (call: LogsCall<Inputs, Outputs, Config, Client>) => AsyncIterable<LogLine>;

  /** Returns counters of the object by name, for `coco stats`. */
  readonly stats?: (call: ReadCall<Inputs, Outputs, Config, Client>) => Promise<Stats>;
}
