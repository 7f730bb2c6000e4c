import type { Input, Output } from "../sdk/index.js";
import type { WithInputs } from "../sdk/internal.js";
import type {
  Decoded,
  DecodedKeys,
  Fields,
  Given,
  GivenKeys,
  Present,
  ResourceFieldSchemas,
} from "./fields.js";
import type { DefinedFunction, FunctionHooks, ProviderFunction } from "./provider-function.js";
import type { ResourceHooks } from "./resource-hooks.js";
import type { DefinedResource, ResourceType } from "./resource-type.js";

/**
 * The resource types and functions of one package. The mapped types stand here, and not under names of their
 * own, because the compiler then shows users what came out of them.
 */
export interface Provider<Config, Client> {
  readonly package: string;
  readonly version: string;
  /** The schemas of its configuration. */
  readonly config: Fields;
  /** How many hooks may run at the same time; as many as the run makes unless said. */
  readonly callsAtOnce: number | undefined;
  readonly connect: (config: Config) => Client | PromiseLike<Client>;
  /** What has been defined so far, by type: `disk:fs:File`. */
  readonly resources: ReadonlyMap<string, DefinedResource>;
  readonly functions: ReadonlyMap<string, DefinedFunction>;

  /** Defines a resource type and returns its class. The token `fs:File` of the package `disk` is the type `disk:fs:File`. */
  resource<Inputs extends ResourceFieldSchemas, Outputs extends ResourceFieldSchemas>(
    token: string,
    definition: { readonly inputs: Inputs; readonly outputs: Outputs } & ResourceHooks<
      { readonly [Field in keyof DecodedKeys<Inputs>]: Present<Inputs[Field]> },
      { readonly [Field in keyof GivenKeys<Inputs>]: Given<Inputs[Field]> },
      { readonly [Field in keyof DecodedKeys<Outputs>]: Present<Outputs[Field]> },
      { readonly [Field in keyof GivenKeys<Outputs>]: Given<Outputs[Field]> },
      Config,
      Client
    >,
  ): ResourceType<
    { [Field in keyof GivenKeys<Inputs>]: Input<WithInputs<Given<Inputs[Field]>>> },
    {
      readonly [Field in keyof (Inputs & Outputs)]: Output<
        Field extends keyof Outputs
          ? Decoded<Outputs[Field]>
          : Field extends keyof Inputs
            ? Decoded<Inputs[Field]>
            : never
      >;
    }
  >;

  /** Defines a function that programs can call. */
  function<Inputs extends Fields, Outputs extends Fields>(
    token: string,
    definition: { readonly inputs: Inputs; readonly outputs: Outputs } & FunctionHooks<
      { readonly [Field in keyof DecodedKeys<Inputs>]: Present<Inputs[Field]> },
      { readonly [Field in keyof GivenKeys<Outputs>]: Given<Outputs[Field]> },
      Config,
      Client
    >,
  ): ProviderFunction<
    { [Field in keyof GivenKeys<Inputs>]: Input<WithInputs<Given<Inputs[Field]>>> },
    { readonly [Field in keyof DecodedKeys<Outputs>]: Present<Outputs[Field]> }
  >;
}
