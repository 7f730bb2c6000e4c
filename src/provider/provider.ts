import type { Input, Output } from "../sdk/index.js";
import type { WithInputs } from "../sdk/internal.js";
import type {
  Decoded,
  DecodedKeys,
  Fields,
  Given,
  GivenKeys,
  MethodFields,
  Present,
  RecordedFields,
  ResourceFieldSchemas,
} from "./fields.js";
import type { ConfigurationIdentity, MethodCall } from "./hook-calls.js";
import type { ComponentHooks, ComponentType, DefinedComponent } from "./provider-component.js";
import type { DefinedFunction, FunctionHooks, ProviderFunction } from "./provider-function.js";
import type { ResourceHooks } from "./resource-hooks.js";
import type { DefinedResource, MethodsOf, ResourceType } from "./resource-type.js";

/**
 * The resource types, component types and functions of one package. The mapped types are written inline rather than
 * named, so that the compiler shows their members to users.
 */
export interface Provider<Config, Client> {
  readonly package: string;
  readonly version: string;
  /** The schemas of the configuration values. */
  readonly config: Fields;
  /** Maximum number of concurrent hooks of one configuration; undefined for no limit. */
  readonly callsAtOnce: number | undefined;
  readonly connect: (config: Config, identity: ConfigurationIdentity) => Client | PromiseLike<Client>;
  disconnect?(client: Client): void | PromiseLike<void>;
  /** The resource types defined so far, by type: `disk:fs:File`. */
  readonly resources: ReadonlyMap<string, DefinedResource>;
  readonly components: ReadonlyMap<string, DefinedComponent>;
  readonly functions: ReadonlyMap<string, DefinedFunction>;

  /**
   * Defines a resource type and returns its class. The token `fs:File` of package `disk` defines the type
   * `disk:fs:File`.
   */
  resource<
    Inputs extends ResourceFieldSchemas,
    Outputs extends ResourceFieldSchemas,
    MethodInputs extends MethodFields = {},
    MethodOutputs extends MethodFields = {},
  >(
    token: string,
    definition: {
      /** The schemas of the inputs, which the program sets. */
      readonly inputs: Inputs;
      /** The schemas of the outputs, which hooks return. */
      readonly outputs: Outputs;
      /** Methods of an existing object, by name; see `call` of the SDK. They must not change anything. */
      readonly methods?: {
        readonly [Name in keyof MethodInputs]: {
          readonly inputs: MethodInputs[Name];
          readonly call: (
            call: MethodCall<
              {
                readonly [Field in keyof DecodedKeys<MethodInputs[Name]>]: Present<MethodInputs[Name][Field]>;
              },
              { readonly [Field in keyof DecodedKeys<RecordedFields<Inputs>>]: Present<Inputs[Field]> },
              { readonly [Field in keyof DecodedKeys<Outputs>]: Present<Outputs[Field]> },
              Config,
              Client
            >,
          ) => Promise<{
            readonly [Field in keyof GivenKeys<MethodOutputs[Name & keyof MethodOutputs]>]: Given<
              MethodOutputs[Name & keyof MethodOutputs][Field]
            >;
          }>;
        };
      } & { readonly [Name in keyof MethodOutputs]: { readonly outputs: MethodOutputs[Name] } };
    } & ResourceHooks<
      { readonly [Field in keyof DecodedKeys<RecordedFields<Inputs>>]: Present<Inputs[Field]> },
      { readonly [Field in keyof GivenKeys<RecordedFields<Inputs>>]: Given<Inputs[Field]> },
      { readonly [Field in keyof DecodedKeys<Outputs>]: Present<Outputs[Field]> },
      { readonly [Field in keyof GivenKeys<Outputs>]: Given<Outputs[Field]> },
      Config,
      Client,
      { readonly [Field in keyof DecodedKeys<Inputs>]: Present<Inputs[Field]> }
    >,
  ): ResourceType<
    { [Field in keyof GivenKeys<Inputs>]: Input<WithInputs<Given<Inputs[Field]>>> },
    {
      readonly [Field in keyof (RecordedFields<Inputs> & Outputs)]: Output<
        Field extends keyof Outputs
          ? Decoded<Outputs[Field]>
          : Field extends keyof Inputs
            ? Decoded<Inputs[Field]>
            : never
      >;
    } & MethodsOf<{
      readonly [Name in keyof MethodInputs & keyof MethodOutputs]: {
        readonly args: {
          [Field in keyof GivenKeys<MethodInputs[Name]>]: Input<WithInputs<Given<MethodInputs[Name][Field]>>>;
        };
        readonly result: {
          readonly [Field in keyof DecodedKeys<MethodOutputs[Name]>]: Present<MethodOutputs[Name][Field]>;
        };
      };
    }>
  >;

  /** Defines a component type and returns its class. `construct` creates the resources of a component. */
  component<Inputs extends ResourceFieldSchemas, Outputs extends ResourceFieldSchemas>(
    token: string,
    definition: { readonly inputs: Inputs; readonly outputs: Outputs } & ComponentHooks<
      { readonly [Field in keyof DecodedKeys<Inputs>]: Output<Present<Inputs[Field]>> },
      { readonly [Field in keyof GivenKeys<Outputs>]: Input<WithInputs<Given<Outputs[Field]>>> }
    >,
  ): ComponentType<
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
