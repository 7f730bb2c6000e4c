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
 * How a provider manages the objects of one resource type. Inputs and Outputs are what hooks see: decoded by
 * the schemas of the fields. GivenInputs and GivenOutputs are what they answer with, before it is decoded. AllInputs has
 * the write-only inputs too, which only `create` and `update` see.
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
   * Makes the object. Its id names it from then on. An error says that nothing was made; after `identified`, that
   * the object is there and not finished. One that cannot tell throws an `UncertainError`; a `TypeError` or a broken
   * connection counts as one.
   */
  readonly create: (
    call: CreateCall<AllInputs, Config, Client>,
  ) => Promise<{ readonly id: string; readonly outputs: GivenOutputs }>;

  /**
   * What there is now; `null` only if the object is certainly not there, which creates it again. An answer
   * with a property `outputs` is taken as the form that may correct the id.
   */
  readonly read: (
    call: ReadCall<Inputs, Outputs, Config, Client>,
  ) => Promise<GivenOutputs | { readonly id?: string; readonly outputs: GivenOutputs } | null>;

  /** Brings the object to `inputs`, whether these or the object moved. */
  readonly update: (call: UpdateCall<Inputs, Outputs, Config, Client, AllInputs>) => Promise<GivenOutputs>;

  /**
   * Refuses, by throwing, to delete an object, before the user approves the plan: a bucket that is not empty, a database
   * that is protected. Has no effect. The plan shows the resource as failed with what was thrown.
   */
  readonly planDelete?: (call: PlanDeleteCall<Inputs, Outputs, Config, Client>) => Promise<void>;

  /** Removes the object. One that is not there any more is no error. */
  readonly delete: (call: DeleteCall<Inputs, Outputs, Config, Client>) => Promise<unknown>;

  /** The inputs whose change replaces the object; any other change updates it. */
  readonly replaceOn?: readonly (keyof Inputs & string)[];

  /** Finds an object that is not in state, by its id. Makes the type importable and adoptable. */
  readonly lookup?: (
    call: LookupCall<Config, Client>,
  ) => Promise<{ readonly id?: string; readonly inputs: GivenInputs; readonly outputs: GivenOutputs } | null>;

  /**
   * Finds what a create made that was cut off before it could answer. An empty list says that it certainly made
   * nothing, and the create is repeated; `null`, that nobody can tell for this object, and a person has to.
   */
  readonly find?: (
    call: FindCall<Inputs, Config, Client>,
  ) => Promise<readonly { readonly id: string; readonly outputs: GivenOutputs }[] | null>;

  /**
   * Checks that need the configuration or the world. Says what is wrong, or nothing. Runs before a create, an
   * update and the create side of a replacement, and at plan time if everything is known then.
   */
  readonly validate?: (
    call: ValidateCall<Inputs, Outputs, Config, Client>,
  ) => Promise<Violation<keyof Inputs & string> | readonly Violation<keyof Inputs & string>[] | void>;

  /** Checks over several inputs that need nothing else. */
  readonly constraints?: readonly Constraint<
    keyof AllInputs & string,
    { readonly [Field in keyof Required<AllInputs>]: AllInputs[Field] }
  >[];

  /** For inputs with several spellings of one value: whether `prior` and `current` mean the same. */
  readonly equivalent?: {
    readonly [Field in keyof Inputs]?: (
      prior: Inputs[Field],
      current: Inputs[Field],
      all: { readonly prior: Inputs; readonly current: Inputs },
    ) => boolean;
  };

  /** Says during planning which outputs apply will compute anew, and which changes replace the object. */
  readonly modifyPlan?: (call: ModifyPlanCall<Inputs, Outputs, Config, Client>) => void;

  /**
   * Returns outputs that a create or an update will probably come to, for those that are not certain. The plan shows them
   * as predicted, and dependents are planned with them. If one comes out different, its dependents are planned again with
   * the real value; a dependent that needs more than the plan showed is stopped.
   */
  readonly predict?: (
    call: PredictCall<Inputs, Outputs, Config, Client>,
  ) => Partial<GivenOutputs> | undefined | void;

  /** Outputs that move by themselves: a difference is no drift. */
  readonly volatile?: readonly (keyof Outputs & string)[];

  /** Outputs that may show anything the hook was given: secret as soon as any of that is. */
  readonly echoes?: readonly (keyof Outputs & string)[];

  /** Whether a replacement creates the new object before it deletes the old one. */
  readonly replaceOrder?: "create-first" | "delete-first";

  /** Whether old and new object can exist side by side even when nothing that identifies them differs. */
  readonly coexists?: boolean;

  /**
   * Whether an id stands for one object: no two objects that exist have the same. True unless said. An object is never
   * deleted while a resource has one with the same id. Say `false` for ids that are a hash of the content, a value or a
   * constant.
   */
  readonly uniqueIds?: boolean;

  /**
   * For how many milliseconds after a create, an update or a delete `read`, `lookup` and `find` may still answer as
   * before it. Within that time, an absent object and a read that differs from the last change are asked for again before
   * they count as gone or as drift. Zero by default: the first answer counts.
   */
  readonly settlesWithinMs?: number;

  /**
   * For how many milliseconds after its sender died a create request may still take effect, in a queue or a proxy on its
   * way. When a run settles an interrupted create that `find` does not find, it keeps looking until this time has passed
   * since the interrupted run last gave a sign of life, and only then repeats the create. 30 seconds by default for
   * types with `find`. Say 0 if a request has taken effect, or never will, as soon as its sender is gone.
   */
  readonly lateWithinMs?: number;

  /** The input that names the object in the whole world. */
  readonly globalId?: keyof Inputs & string;

  /** One step per former version of the type: the first takes version 1 to 2. */
  readonly migrations?: readonly ((stored: StoredFields) => StoredFields)[];

  /** What the object has logged, oldest first; `coco logs` shows it. */
  readonly logs?: (call: LogsCall<Inputs, Outputs, Config, Client>) => AsyncIterable<LogLine>;

  /** Counters of the object, by name; `coco stats` shows them. */
  readonly stats?: (call: ReadCall<Inputs, Outputs, Config, Client>) => Promise<Stats>;
}
