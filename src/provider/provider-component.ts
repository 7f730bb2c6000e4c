import { RemoteComponent, type Output, type ResourceOptions } from "../sdk/index.js";
import { defineFieldGetters, fieldNames, registerResourceClass, schemaKey } from "../sdk/internal.js";
import type { Fields } from "./fields.js";
import type { Provider } from "./provider.js";
import type { ConstructorArguments } from "./resource-type.js";

/**
 * The class of a component type that a provider defines. Its components have their inputs and outputs as Outputs.
 *
 * ```ts
 * const site = new Site("shop", { domain: "shop.test" });
 * export const { url } = site;
 * ```
 */
export interface ComponentType<Args, Properties> {
  /** Without a name the component is called after the place where it is made. */
  new (...parameters: ConstructorArguments<Args>): RemoteComponent & Properties;
  new (name: string, ...parameters: ConstructorArguments<Args>): RemoteComponent & Properties;
}

export interface ComponentHooks<Inputs, GivenOutputs> {
  /**
   * Makes what is in the component and returns what it offers. Runs as part of the program: nothing is known yet, so
   * inputs are Outputs. A resource that names no parent is a child of the component.
   */
  readonly construct: (call: ConstructCall<Inputs>) => GivenOutputs | Promise<GivenOutputs>;
}

export interface ConstructCall<Inputs> {
  /** The name that the program gave the component; names of children usually begin with it. */
  readonly name: string;
  readonly inputs: Inputs;
  /** The options that the program gave. Children inherit from the component what children inherit. */
  readonly options: ResourceOptions;
  readonly component: RemoteComponent;
}

/** A component type as the engine sees it. */
export interface DefinedComponent extends ComponentHooks<
  { readonly [field: string]: Output<unknown> },
  object
> {
  /** `shop:web:Site` */
  readonly type: string;
  readonly provider: Provider<unknown, unknown>;
  readonly inputs: Fields;
  readonly outputs: Fields;
}

export function componentClass(defined: DefinedComponent): ComponentType<object, object> {
  const { type } = defined;
  const name = type.slice(type.lastIndexOf(":") + 1);
  // Written as a property so that the class has the name of the type, in stack traces too.
  const made = {
    [name]: class extends RemoteComponent {
      constructor(...parameters: [name: string, args?: object, options?: ResourceOptions]) {
        super(type, ...parameters);
      }
    },
  }[name]!;
  const names = fieldNames(defined);
  // A component has no id of its own.
  names.delete("id");
  Object.defineProperty(made, schemaKey, { value: defined });
  Object.defineProperty(made, definitionKey, { value: defined });
  defineFieldGetters(made.prototype, names);
  registerResourceClass(type, defined.provider.version, made);
  return made as unknown as ComponentType<object, object>;
}

const definitionKey = Symbol.for("coconut.component");

/** What a provider said of the component type that a class stands for; undefined for every other class. */
export function componentDefinition(type: object): DefinedComponent | undefined {
  return (type as { readonly [definitionKey]?: DefinedComponent })[definitionKey];
}
